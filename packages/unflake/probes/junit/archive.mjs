/**
 * An archive of the classes of others that a test loads, from which the JVM maps them instead of reading and checking them in every trial
 * (class data sharing). The JVM accepts it only while the jars are the same, and only if no folder stands in front of them. So the class path
 * that it looks at has our own jar and the project's jars; the true order, with the folders, stands in the manifest of our jar, which the JVM
 * reads when it looks for a class. That is how Surefire passes a class path, too. While the archive is made the manifest names nothing.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jarOf, manifestOf } from './jar.mjs';
import { classPathWords, launch } from './launch.mjs';
import { madeOnce } from './made-once.mjs';

/** An archive has about 15 MB, and 40 MB with a large framework. */
const KEPT_ARCHIVES = 4;
const ARCHIVE = 'classes.jsa';
/** How long the run may take in which the classes are noted. */
const MAX_NOTING_MS = 60_000;
const MAX_MAKING_MS = 120_000;
const KEPT_WORDS = 300;

const REFUSED = [
  [/^-(?:javaagent|agentlib|agentpath):|^-Xrun/, 'an agent may change the classes that the tests load'],
  [/^(?:-p|--(?:module-path|patch-module|upgrade-module-path|limit-modules)\b.*)$/, 'the tests are a Java module'],
  [/^-Xbootclasspath/, 'a flag of the project changes the classes of Java itself'],
  [
    /^-Xshare|^-XX:[+-]?(?:Shared\w*|ArchiveClassesAtExit|AutoCreateSharedArchive|AOT\w*|DumpLoadedClassList)\b/,
    'the project has its own flags for such an archive',
  ],
];
/** Flags of the project on which the layout of an archive depends. */
const LAYOUT = /^-XX:\+Unlock\w+$|^-XX:[+-]Use\w+$|^-XX:ObjectAlignmentInBytes=|^--enable-preview$/;
const OPTIONS = ['JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS'];

/**
 * `{ archive, jar, jars }`, or `{ problem }` where there is none.
 * @param {import('./launch.mjs').Launch} one
 */
export function archiveFor(one, { target, cache, stream }) {
  const env = { ...process.env, ...one.env };
  const words = [...one.flags, ...OPTIONS.flatMap((name) => (env[name] ?? '').split(/\s+/))];
  const problem = REFUSED.find(([flag]) => words.some((word) => flag.test(word)))?.[1];
  if (problem !== undefined) return { problem };
  const jars = one.classPath.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const folder = join(cache, `archive-${keyOf(one, jars, target)}`);
  return madeOnce(folder, async () => {
    const result = await make(one, { jars, target, folder, stream, env });
    keepNewest(cache);
    return result;
  });
}

/** Of the JVM, the jars as the JVM looks at them, and the class whose tests are run. */
function keyOf(one, jars, target) {
  const { java, flags, classPath, probe } = one;
  const looks = [...jars, java].map((path) => [path, statSync(path).size, statSync(path).mtimeMs]);
  const release = join(dirname(java), '..', 'release');
  const version = existsSync(release) ? readFileSync(release, 'utf8') : '';
  const parts = [version, looks, flags, classPath, probe, target.split('::')[0]];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}

async function make(one, { jars, target, folder, stream, env }) {
  const { java, flags, classPath, probe, cwd } = one;
  const [jar, archive, noted, list] = ['tests.jar', ARCHIVE, 'noted', 'classes'].map((name) => join(folder, name));
  const noting = [...flags, '-Xshare:off', `-XX:DumpLoadedClassList=${noted}`];
  const run = { tests: [target], repeat: 1, stream: `${stream}.archive`, turn: 0, moved: (path) => path };
  await launch({ ...one, flags: noting }, { ...run, timeoutMs: MAX_NOTING_MS });
  if (!existsSync(noted)) return { problem: 'this Java does not note which classes it loads' };
  writeFileSync(list, classesOfOthers(readFileSync(noted, 'utf8'), classPath));

  const order = classPath.map((path) => `${pathToFileURL(path).href}${jars.includes(path) ? '' : '/'}`).join(' ');
  writeFileSync(jar, jarWith(probe, { 'Trial-Path': order }));
  const { atime, mtime } = statSync(jar);
  const path = classPathWords([jar, ...jars], join(folder, 'class-path'));
  // Only this collector writes an archive of objects, too, and others read it.
  const collector = flags.some((flag) => /^-XX:\+Use\w+GC$/.test(flag)) ? [] : ['-XX:+UseG1GC'];
  const writing = [...collector, ...flags.filter((flag) => LAYOUT.test(flag)), '-Xshare:dump'];
  const where = { cwd, env };
  const written = await ended(
    java,
    [...writing, `-XX:SharedClassListFile=${list}`, `-XX:SharedArchiveFile=${archive}`, ...path],
    where,
  );
  writeFileSync(jar, jarWith(probe, { 'Class-Path': order }));
  // The JVM compares length and time.
  utimesSync(jar, atime, mtime);
  const asking = [...flags, '-Xshare:on', `-XX:SharedArchiveFile=${archive}`, ...path, '-version'];
  const asked = written.code === 0 ? await ended(java, asking, where) : written;
  if (asked.code === 0) return { archive, jar, jars };
  rmSync(archive, { force: true });
  return { problem: `Java makes none or does not accept it: ${asked.output.trim().slice(-KEPT_WORDS)}` };
}

/** A class of the project comes before one of the same name in a jar, and the archive has classes of jars only. */
function classesOfOthers(noted, classPath) {
  const isOwn = (name) => classPath.some((path) => existsSync(join(path, `${name}.class`)));
  const lines = noted.split('\n').filter((line) => {
    const [first, second] = line.split(' ');
    return !line.includes(' source: ') && !isOwn(first.startsWith('@') ? second : first);
  });
  return lines.join('\n');
}

/** Our probe, after a manifest. */
function jarWith(probe, headers) {
  const names = readdirSync(probe, { recursive: true })
    .filter((name) => name.endsWith('.class'))
    .sort();
  const classes = names.map((name) => ({ name, bytes: readFileSync(join(probe, name)) }));
  return jarOf([{ name: 'META-INF/MANIFEST.MF', bytes: manifestOf(headers) }, ...classes]);
}

/** Java starts without an archive that is gone. */
export function keepNewest(cache) {
  const archives = readdirSync(cache)
    .filter((name) => name.startsWith('archive-'))
    .map((name) => join(cache, name, ARCHIVE))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const path of archives.slice(KEPT_ARCHIVES)) rmSync(path, { force: true });
}

function ended(program, argv, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: MAX_MAKING_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-KEPT_WORDS);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
