/** Turns the launch that Surefire requested from our recorder into our own. */
import { relative } from 'node:path';
import { listOf, parseProperties } from '../junit/properties-file.mjs';
import { argumentWords } from './argument-file.mjs';

const JUNIT = [
  [/junitplatform\./, 'platform'],
  [/junit4\.|junitcore\./, 'junit4'],
];
/** Variables of the shell, of Maven, or ours. */
const NOT_THE_PROJECTS = /^(?:_|SHLVL|PWD|OLDPWD|MAVEN_.*|UNFLAKE_.*)$/;

/** `{ launch }`, or `{ problem }` for tests that are not JUnit's. */
export function launchOf({ argv, cwd, env, files }, { copy, home, recorder, env: before }) {
  const [about = {}, system = {}] = files
    .filter(({ word }) => !word.startsWith('@'))
    .map(({ text }) => parseProperties(text));
  const { basedir = cwd } = system;
  const inside = relative(copy, basedir);
  const module = inside === '' ? '' : `${inside}/`;
  const junit = JUNIT.find(([name]) => name.test(about.providerConfiguration ?? ''))?.[1];
  if (junit === undefined)
    return { problem: `${module || '.'}: ${about.providerConfiguration} is not a JUnit that can be run` };
  // The fork itself would sort them. Orders that depend on the folder, randomness, the time or the last run become alphabetical.
  const classes = listOf(about, 'tc.').toSorted();
  const ours = (text) => text.replaceAll(recorder, home);
  const { jvm, ...properties } = system;
  const surefire = /[\\/]org[\\/]apache[\\/]maven[\\/]surefire[\\/]/;
  const { flags, classPath } = startOf(argv, files);
  return {
    launch: {
      module,
      java: `${home}/bin/java`,
      flags: [...(about.enableAssertions === 'true' ? ['-ea'] : []), ...flags.map(ours)],
      classPath: [...listOf(about, 'classPathUrl.'), ...listOf(about, 'surefireClassPathUrl.'), ...classPath].filter(
        (path, at, all) => !surefire.test(path) && all.indexOf(path) === at,
      ),
      outputs: [...listOf(about, 'classPathUrl.'), ...modulePath(flags)].filter((path) => !path.endsWith('.jar')),
      cwd,
      env: difference(env, before, ours),
      system: properties,
      junit,
      classes: about.runOrder === 'reversealphabetical' ? classes.reverse() : classes,
      perClass: about.forkTestSet !== undefined,
      filters: {
        tags: words(about.groups),
        notTags: words(about.excludegroups),
        engines: words(about.includejunit5engines),
        notEngines: words(about.excludejunit5engines),
      },
      parameters: parseProperties(about.configurationParameters ?? ''),
    },
    ...(junit === 'junit4' && (about.groups || about.excludegroups)
      ? { problem: `${module || '.'}: tests are chosen without regard to their JUnit 4 categories` }
      : {}),
  };
}

/** Flags before `-jar`, or in the file that Surefire writes for a project that is a Java module. */
function startOf(argv, files) {
  const end = argv.indexOf('-jar');
  if (end >= 0) return { flags: argv.slice(0, end), classPath: [] };
  const at = argv.findIndex((word) => files.some((file) => file.word === word && word.startsWith('@')));
  if (at < 0) return { flags: [], classPath: [] };
  const all = argumentWords(files.find(({ word }) => word === argv[at]).text).slice(0, -1);
  const path = all.findIndex((word) => word === '--class-path' || word === '-classpath');
  const classPath = path < 0 ? [] : all.splice(path, 2)[1].split(':');
  return { flags: [...argv.slice(0, at), ...all], classPath };
}

function modulePath(flags) {
  const at = flags.indexOf('--module-path');
  return at < 0 ? [] : flags[at + 1].split(':');
}

function difference(env, before, ours) {
  const added = Object.entries(env).filter(([name, value]) => before[name] !== value && !NOT_THE_PROJECTS.test(name));
  return Object.fromEntries(added.map(([name, value]) => [name, ours(value)]));
}

function words(text = '') {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
