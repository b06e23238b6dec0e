/** Compiles our probe for the JUnit of a project: once per version, next to the project's build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
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
  const key = createHash('sha256')
    .update(JSON.stringify([java, junit, jars]))
    .digest('hex');
  const output = join(folder, `probe-${key.slice(0, 12)}`);
  if (existsSync(output)) return output;
  mkdirSync(output, { recursive: true });
  const other = junit === 'platform' ? FOR.junit4 : FOR.platform;
  const files = readdirSync(SOURCES)
    .filter((name) => !other.test(name))
    .sort();
  const argv = [...SHORT_LIVED, '-proc:none', '-nowarn', '-encoding', 'UTF-8', '-d', output, '-cp', jars.join(':')];
  const { status, stderr, error } = spawnSync(javac(java), [...argv, ...files.map((name) => join(SOURCES, name))], {
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`our probe does not compile with the project's JUnit:\n${stderr}`);
  return output;
}
