/** Compiles our probe for the JUnit of a project: once per version, for all builds of the project. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { javac } from './java-home.mjs';

const SOURCES = fileURLToPath(new URL('./java/unflake', import.meta.url));
/** The compiler lives for seconds: what Java spends on code that will run for hours is half of what it costs. */
const SHORT_LIVED = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];
const FOR = { platform: /^Platform/, junit4: /^JUnit4/ };

/** The folder of its classes. */
export function compileProbe({ java, junit, classPath }, folder) {
  const jars = classPath.filter((path) => /(?:junit|opentest4j|apiguardian|hamcrest|jspecify)/.test(basename(path)));
  const other = junit === 'platform' ? FOR.junit4 : FOR.platform;
  const files = readdirSync(SOURCES)
    .filter((name) => !other.test(name))
    .sort()
    .map((name) => join(SOURCES, name));
  // A newer version of ours brings another probe.
  const texts = files.map((path) => readFileSync(path, 'utf8'));
  const key = createHash('sha256')
    .update(JSON.stringify([java, junit, jars, texts]))
    .digest('hex');
  const output = join(folder, `probe-${key.slice(0, 12)}`);
  if (existsSync(output)) return output;
  // unflake-allow name-from-clock: of a living process, and renamed
  const own = `${output}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  const argv = [...SHORT_LIVED, '-proc:none', '-nowarn', '-encoding', 'UTF-8', '-d', own, '-cp', jars.join(':')];
  const { status, stderr, error } = spawnSync(javac(java), [...argv, ...files], { encoding: 'utf8' });
  if (error || status !== 0) rmSync(own, { recursive: true });
  if (error) throw error;
  if (status !== 0) throw new Error(`our probe does not compile with the project's JUnit:\n${stderr}`);
  publish(own, output);
  return output;
}

function publish(own, output) {
  try {
    renameSync(own, output);
  } catch (error) {
    // Another process was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(own, { recursive: true });
  }
}
