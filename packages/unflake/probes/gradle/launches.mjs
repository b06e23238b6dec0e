/** Records how Gradle would start the tests of each project: an init script records it instead of starting a JVM. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchOf } from './test-task.mjs';

const INIT = fileURLToPath(new URL('./record.init.gradle', import.meta.url));
const WRAPPER = 'gradle/wrapper/gradle-wrapper.properties';
/** `https\://services.gradle.org/distributions/gradle-8.10.2-bin.zip` */
const DISTRIBUTION = /^distributionUrl\s*=.*\/gradle-(\d[\w.-]*?)-(?:bin|all)\.zip/m;
const KEPT_OUTPUT = 1 << 20;
const KEPT_WORDS = 3000;

/** A build that uses files outside its folder is not supported. */
export const outsideOf = () => [];

export async function launchesOf({ program, flags, copy, folder }) {
  const { UNFLAKE_STREAM, UNFLAKE_LIST, UNFLAKE_SELECTION, ...env } = process.env;
  const records = join(folder, 'records.jsonl');
  const argv = [
    ...['--no-daemon', '--console=plain', '--continue', '--init-script', INIT],
    // As properties, because older versions do not know the flags.
    ...[`-Dunflake.records=${records}`, '-Dorg.gradle.configuration-cache=false', '-Dorg.gradle.caching=false'],
    ...['-Dorg.gradle.parallel=false', 'test', ...flags],
  ];
  let ended = { code: 1, output: '' };
  for (const online of [['--offline'], []]) {
    rmSync(records, { force: true });
    ended = await gradle(program, [...online, ...argv], { cwd: copy, env });
    if (ended.code === 0 || !/offline/i.test(ended.output)) break;
  }
  const lines = existsSync(records) ? readFileSync(records, 'utf8').split('\n').filter(Boolean) : [];
  const [about, ...tasks] = lines.map((line) => JSON.parse(line));
  const recorded = tasks.map((task) => launchOf(task, { copy, env }));
  const problems = [...otherVersion(copy, program, about), ...recorded.flatMap(({ problems: own }) => own)];
  const words = ended.output.replaceAll(`${copy}/`, '').trim().slice(-KEPT_WORDS);
  if (ended.code !== 0) problems.push(`Gradle cannot build every project:\n${words}`);
  else if (tasks.length === 0) problems.push(`Gradle has no tests to run:\n${words}`);
  return { launches: recorded.flatMap(({ launch }) => launch ?? []), problems };
}

/** Where the wrapper could not get its Gradle, the one on the path has built the project. */
function otherVersion(copy, program, about) {
  const path = join(copy, WRAPPER);
  const named = existsSync(path) ? DISTRIBUTION.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
  if (named === undefined || about === undefined || about.gradle === named) return [];
  return [
    `the project's gradlew wants Gradle ${named} (${WRAPPER}), which could not be started here; ${program}, Gradle ${about.gradle}, was used`,
  ];
}

function gradle(program, argv, where) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-KEPT_OUTPUT);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
