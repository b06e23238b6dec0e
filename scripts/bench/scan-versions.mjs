/**
 * Whether a change of rules made the scan slower: two builds scan the same files in turn, each in a process of its own, and their CPU times are
 * compared round by round, so that a busy machine slows both. The files are those of `scan-speed.mjs`.
 *
 *   node scripts/bench/scan-versions.mjs --old <dist of the other checkout> [--new packages/unflake/dist] [--bytes 1000000] [--rounds 5]
 *
 * A build is found by its `dist`; it loads its parser from the packages above it, so the other checkout has to be installed, too.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from './scan-costs.mjs';
import { LANGUAGES, sampleOf } from './scan-samples.mjs';

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    new: { type: 'string', default: fileURLToPath(new URL('../../packages/unflake/dist', import.meta.url)) },
    bytes: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});

if (values.only) console.log(JSON.stringify(await scanned(resolve(values.only), Number(values.bytes))));
else {
  if (!values.old) throw new Error('--old <dist> is needed');
  const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => {
    // Who begins is cool, who follows finds the files in memory: the order changes with every round.
    const arms = round % 2 === 0 ? ['old', 'new'] : ['new', 'old'];
    return Object.fromEntries(arms.map((arm) => [arm, inProcess(values[arm])]));
  });
  const ratios = rounds.map((round) => round.new.cpuMs / round.old.cpuMs).sort((a, b) => a - b);
  const cpu = (arm) => median(rounds.map((round) => round[arm].cpuMs)).toFixed(0);
  console.log(
    [
      '| build | files | findings | CPU ms, median |',
      '|---|---:|---:|---:|',
      ...['old', 'new'].map((arm) => `| ${arm} | ${rounds[0][arm].files} | ${rounds[0][arm].findings} | ${cpu(arm)} |`),
      '',
      `new / old: median ${median(ratios).toFixed(2)}, ${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)} in ${rounds.length} rounds`,
    ].join('\n'),
  );
}

function inProcess(dist) {
  const self = fileURLToPath(import.meta.url);
  const args = [self, '--only', dist, '--bytes', values.bytes];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Every tenth file is scanned before, so that loading grammars and compiling patterns does not count. */
async function scanned(dist, bytes) {
  const load = (file) => import(pathToFileURL(join(dist, 'scan', file)).href);
  const [{ scanText }, { loadParser }] = await Promise.all([load('scan-text.js'), load('syntax/parser.js')]);
  const parse = await loadParser();
  const files = Object.keys(LANGUAGES).flatMap((language) => sampleOf(language, bytes).files);
  for (const { path, text } of files.filter((_, at) => at % 10 === 0)) scanText(path, text, parse);
  const before = process.cpuUsage();
  let findings = 0;
  for (const { path, text } of files) findings += scanText(path, text, parse)?.findings.length ?? 0;
  const { user, system } = process.cpuUsage(before);
  return { files: files.length, findings, cpuMs: (user + system) / 1000 };
}
