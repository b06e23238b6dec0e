/** The settings of tap 16, which cannot list its files: its own parser reads the flags, and the files are found as its command line finds them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';

const RUNS_IN_NODE = /\.(?:[mc]?[jt]s|[jt]sx)$/;
const LEFT_OUT = /(?:^|\/)(?:node_modules|tap-snapshots|fixtures|\.git|\.hg|tap-testdir-[^/]*)(?:\/|$)/;

export function readSettingsBefore18(script, args, environmentOf) {
  const fromTap = createRequire(script);
  const options = optionsOf(script, args, fromTap);
  const load = (name) => ['-r', fromTap.resolve(name)];
  return {
    nodeOptions: (file) => [
      ...(options.flow ? load('flow-remove-types/register') : []),
      ...(options.ts && /\.(?:[mc]?ts|tsx)$/.test(file) ? load('ts-node/register') : []),
      ...options['node-arg'],
      ...(options.jsx && file.endsWith('.jsx') ? [fromTap.resolve('./jsx.js')] : []),
    ],
    testArgs: options['test-arg'],
    env: [...environmentOf(options['test-env']), ['TAP_TIMEOUT', String(options.timeout)]],
    before: options.before ?? undefined,
    after: options.after ?? undefined,
    files: () => filesOf(options, fromTap('glob')),
    pluginsAreBuilt: true,
  };
}

function optionsOf(script, args, fromTap) {
  // Its parser reads the words of this process.
  process.argv = [process.argv[0], script, ...args];
  let options;
  fromTap('./jack.js')((parsed) => {
    options = parsed;
  });
  for (const more of [rcFile(options.rcfile, fromTap('tap-yaml')), ofPackage()]) options._.update(more);
  if (options.files.length > 0 && options._.length === 0) options._.push(...options.files);
  return options;
}

function rcFile(path, yaml) {
  const text = ['', '.yaml', '.yml'].map((end) => textOf(`${path}${end}`)).find((one) => one !== '');
  return (text && yaml.parse(text)) || {};
}

function ofPackage() {
  return JSON.parse(textOf('package.json') || '{}').tap ?? {};
}

function filesOf(options, glob) {
  const isScript = (file) => [options.before, options.after].some((one) => one && resolve(one) === resolve(file));
  const named = [...options._].flatMap((pattern) => glob.sync(pattern, { nonull: true })).flatMap(inFolder);
  const files = named.length > 0 || options._.length > 0 ? named : byPattern(options);
  return [...new Set(files)].filter((file) => RUNS_IN_NODE.test(file) && !isScript(file));
}

/** Those that its pattern means, where none are named. */
function byPattern(options) {
  const [good, bad] = [options['test-regex'], options['test-ignore']].map(patternOf);
  return readdirSync('.')
    .sort()
    .filter((entry) => !LEFT_OUT.test(entry))
    .flatMap(inFolder)
    .filter((file) => good.test(file) && !bad.test(file) && !LEFT_OUT.test(file));
}

function inFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  if (basename(path) === 'node_modules') return [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => inFolder(join(path, name)));
}

function patternOf(text) {
  const [, inside, flags] = /^\/(.*)\/([a-z]*)$/.exec(text) ?? [];
  return new RegExp(inside ?? text, flags ?? '');
}

function textOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : '';
}
