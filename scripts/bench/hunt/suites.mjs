/** The planted suites of the benches, and how each is run and read without unflake. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { random } from '../../../packages/testkit/dist/random.js';
import { plantPytest } from './plant-pytest.mjs';
import { plantVitest } from './plant-vitest.mjs';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const VITEST = join(MODULES, 'vitest/vitest.mjs');

/** `more`: flags of the loop. What ran is a map from the ids of unflake to whether they failed. */
export const SUITES = {
  pytest: {
    plant: plantPytest,
    run: (subject, { python = 'python3', more = [] } = {}) => {
      const report = join(dirname(subject), 'junit.xml');
      const plugins = ['-p', 'no:cacheprovider', `--junitxml=${report}`];
      return ran(subject, [python, '-m', 'pytest', '-q', ...plugins, ...more], () => readJunit(report));
    },
    loops: {
      'plain reruns': ['-p', 'no:random_order', '-p', 'no:xdist'],
      'pytest-random-order': ['-p', 'no:xdist', '--random-order', '--random-order-bucket=global'],
      'pytest-xdist, 2 workers': ['-p', 'no:random_order', '-n', '2'],
    },
  },
  vitest: {
    plant: plantVitest,
    run: (subject, { more = [] } = {}) => {
      const report = join(dirname(subject), 'report.json');
      const argv = [process.execPath, VITEST, 'run', '--reporter=json', `--outputFile=${report}`, ...more];
      return ran(subject, argv, () => readVitest(report, subject));
    },
    loops: { 'plain reruns': [], '--sequence.shuffle': ['--sequence.shuffle'] },
  },
};

/** Writes the suite of a seed; returns the truth about it. */
export function layOut(subject, { runner, seed, scale }) {
  const { files, truth } = SUITES[runner].plant(random(seed), scale);
  mkdirSync(subject, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(subject, name), text);
  if (runner === 'vitest') symlinkSync(MODULES, join(subject, 'node_modules'));
  return truth;
}

function ran(cwd, [program, ...args], read) {
  const begin = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  // The planted suites have tests that fail.
  if (status !== 1) throw new Error(`${program} ended with status ${status}\n${stderr}`);
  return { ms: Number(process.hrtime.bigint() - begin) / 1e6, failed: read() };
}

function readJunit(report) {
  const cases = readFileSync(report, 'utf8').matchAll(
    /<testcase classname="([^"]+)" name="([^"]+)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs,
  );
  const failed = new Map(
    [...cases].map(([, file, name, inside = '']) => [`${file}.py::${name}`, /<(?:failure|error)\b/.test(inside)]),
  );
  rmSync(report);
  return failed;
}

function readVitest(report, subject) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(report);
  const rows = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => [`${name.slice(subject.length + 1)} > ${title}`, status === 'failed']),
  );
  return new Map(rows);
}
