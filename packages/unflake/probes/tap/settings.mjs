/** tap's own reading of its configuration: the files, and how Node is started for each of them. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSettingsBefore18 } from './settings-before-18.mjs';

/** They select files by earlier results, or run without end. */
const NOT_FOR_TRIALS = /^(?:-[nwo]|--(?:changed|watch|save(?:=.*)?))$/;

export async function readSettings(script, args) {
  const words = args.filter((word) => !NOT_FOR_TRIALS.test(word));
  const place = realpathSync(script);
  // Before 18 tap was one package.
  if (existsSync(join(dirname(place), 'jack.js'))) return readSettingsBefore18(place, words, environmentOf);
  const home = dirname(createRequire(place).resolve('@tapjs/run/package.json'));
  const load = (name) => import(pathToFileURL(join(home, 'dist/esm', name)).href);
  const [first, ...rest] = words;
  // tap reads its own command line when it is loaded.
  process.argv = [
    process.argv[0],
    script,
    'list',
    ...(first === undefined || first === 'run' ? rest : [first, ...rest]),
  ];
  const { args: named, config, values } = await load('main-config.js');
  const { testArgv } = await load('test-argv.js');
  const { signature, Test } = await builtTap(home);
  // Plugins set variables for the files when the first test is created: how TypeScript is compiled, for example.
  new Test({ name: 'settings' });
  return {
    // For coverage, tap would record processes in the project.
    nodeOptions: () => testArgv(config).filter((word) => !/[\\/]processinfo[\\/]/.test(word)),
    testArgs: values['test-arg'] ?? [],
    env: environmentOf(values['test-env'] ?? []),
    before: config.get('before'),
    after: config.get('after'),
    files: async () => {
      const { list } = await load('list.js');
      return list(named, config, true);
    },
    pluginsAreBuilt: signature === config.pluginSignature,
  };
}

/** `NAME=value` sets a variable, `NAME` alone removes it. */
function environmentOf(words) {
  return words.map((word) => {
    const at = word.indexOf('=');
    return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
  });
}

/** The package that tap regenerates when other plugins are chosen. */
async function builtTap(home) {
  const path = createRequire(join(home, 'package.json')).resolve('@tapjs/test/package.json');
  const { exports } = JSON.parse(readFileSync(path, 'utf8'));
  return import(pathToFileURL(join(dirname(path), exports['.'].import.default)).href);
}
