/** Records how Gradle would start the tests of each project: an init script records it instead of starting a JVM. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchOf } from './test-task.mjs';

const INIT = fileURLToPath(new URL('./record.init.gradle', import.meta.url));
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
  const recorded = lines.map((line) => launchOf(JSON.parse(line), { copy, env }));
  const problems = recorded.flatMap(({ problems: own }) => own);
  const words = ended.output.replaceAll(`${copy}/`, '').trim().slice(-KEPT_WORDS);
  if (ended.code !== 0) problems.push(`Gradle cannot build every project:\n${words}`);
  else if (lines.length === 0) problems.push(`Gradle has no tests to run:\n${words}`);
  return { launches: recorded.flatMap(({ launch }) => launch ?? []), problems };
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
