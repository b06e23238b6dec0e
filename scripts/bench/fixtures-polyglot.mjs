/**
 * Diagnoses each victim of the repository in five languages by its id alone, through the built command line. `--runner-named` passes the
 * runner as well.
 *
 *   npm run build && npx tsc -p fixtures/tsconfig.json && node scripts/bench/fixtures-polyglot.mjs
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toolOf } from '../fixtures/plain-commands.mjs';
import { judge } from './fixtures/judge.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(top, 'node_modules/.cache/unflake-fixtures');
const { polyglot } = await import(pathToFileURL(join(cache, 'polyglot/EXPECTED.js')).href);
const runnerNamed = process.argv.includes('--runner-named');

const tools = {};
for (const { runner } of polyglot) tools[runner] = await toolOf(runner);
const path = [...Object.values(tools).map(({ program }) => dirname(program)), process.env.PATH].join(delimiter);
const place = mkdtempSync(join(tmpdir(), 'unflake-polyglot-'));
let right = 0;
try {
  const root = join(place, 'subject');
  cpSync(join(top, 'fixtures/polyglot'), root, { recursive: true });
  symlinkSync(tools.vitest.modules, join(root, 'typescript/node_modules'));
  for (const victim of polyglot) {
    const seen = judge(await diagnose(victim, root), answer(victim), (id) => id);
    if (seen.right) right += 1;
    console.log(`${seen.right ? 'right' : 'missed'} ${victim.runner}: ${seen.said}, ${seen.trials} trials`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(`${right} of ${polyglot.length} right`);
process.exitCode = right === polyglot.length ? 0 : 1;

function answer({ runner, polluter }) {
  const kind = runner === 'bats' ? 'residue' : 'victim';
  return {
    verdicts: ['isolated'],
    family: 'ordering',
    kind,
    culprits: [[polluter]],
    alternatives: [{ kind: 'victim' }],
  };
}

function diagnose({ runner, target }, root) {
  const named = runnerNamed ? ['--runner', runner] : [];
  const words = [
    'diagnose',
    target,
    ...named,
    '--json',
    '--root',
    root,
    '--store',
    join(place, 'store.db'),
    '--seed',
    '1',
  ];
  return new Promise((resolve, reject) => {
    const bin = join(top, 'packages/unflake/bin/unflake.js');
    const child = spawn(process.execPath, [bin, ...words], { cwd: place, env: { ...process.env, PATH: path } });
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (piece) => (text[name] += piece));
    child.on('error', reject);
    child.on('close', (code) => {
      const isJson = text.stdout.trimStart().startsWith('{');
      resolve({ envelope: isJson ? JSON.parse(text.stdout) : null, code, trouble: text.stderr.slice(-400) });
    });
  });
}
