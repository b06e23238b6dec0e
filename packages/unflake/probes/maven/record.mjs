/**
 * Replaces `java` while Surefire starts its fork: records the request, with the files that Surefire removes again, and exits. Other uses of
 * Java, such as module names, go to the real one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [records, java, ...argv] = process.argv.slice(2);
const folder = argv.find((word) => word.startsWith('/') && statSync(word, { throwIfNoEntry: false })?.isDirectory());
const files = argv.flatMap(textOf);

if (files.some(({ text }) => text.includes('providerConfiguration='))) {
  // unflake-allow wall-clock, name-from-clock: records are read in the order in which they were written, by several processes
  const name = `${Date.now()}-${String(process.pid).padStart(8, '0')}.json`;
  writeFileSync(join(records, name), JSON.stringify({ argv, cwd: process.cwd(), env: process.env, files }));
} else process.exitCode = spawnSync(java, argv, { stdio: 'inherit' }).status ?? 1;

/** Surefire's properties, and the argument file of a project that is a Java module. */
function textOf(word) {
  const places = word.startsWith('@') ? [word.slice(1)] : [word, ...(folder === undefined ? [] : [join(folder, word)])];
  const path = places.find((place) => existsSync(place) && statSync(place).isFile());
  return path === undefined || path.endsWith('.jar') ? [] : [{ word, text: readFileSync(path, 'utf8') }];
}
