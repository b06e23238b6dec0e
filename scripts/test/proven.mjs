/**
 * Two lanes take minutes, and only a change of some files can change what they show: `statistics` of the plans, `slow` of what starts tests
 * and reads what they say. A green run of one writes a digest of those files, to be committed with them. Started as a program with the name
 * of a lane, this exits with 1 where the files are no longer those, so that .ci/run runs the lane.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { top } from './run.mjs';

export const PROOFS = {
  statistics: {
    of: 'plans',
    digest: 'scripts/test/plans-proven.txt',
    files: [
      'packages/unflake/src/experiment',
      'packages/unflake/test/fake-suite.ts',
      'packages/unflake/test/power.ts',
      'packages/unflake/test/unit/**/*.statistics.test.ts',
      'scripts/bench/plans',
      'scripts/bench/plans.mjs',
    ],
  },
  slow: {
    of: 'runners and what runs them',
    digest: 'scripts/test/slow-proven.txt',
    files: [
      'packages/unflake/bin',
      'packages/unflake/native',
      'packages/unflake/probes',
      ...['contract', 'engine', 'knobs', 'proc', 'reports', 'runners', 'text'].map(
        (folder) => `packages/unflake/src/${folder}`,
      ),
      'packages/unflake/test/contract',
      'packages/unflake/test/runners',
      'packages/unflake/test/**/*.slow.test.ts',
      'scripts/fixtures',
      'scripts/toolchains',
      'fixtures',
    ],
  },
};

export function writeProof(lane) {
  writeFileSync(join(top, PROOFS[lane].digest), `${digestOf(lane)}\n`);
}

function digestOf(lane) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...PROOFS[lane].files];
  const found = execFileSync('git', listed, { cwd: top, encoding: 'utf8' }).split('\0').filter(Boolean);
  const digest = createHash('sha256');
  for (const file of [...new Set(found)].toSorted())
    digest
      .update(`${file}\0`)
      .update(contentOf(join(top, file)))
      .update('\0');
  return digest.digest('hex');
}

/** A file that is deleted and not yet committed is still listed. */
function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , lane] = process.argv;
  const { of, digest } = PROOFS[lane];
  const isProven = contentOf(join(top, digest)) === `${digestOf(lane)}\n`;
  console.log(isProven ? `${of} are those of the last green lane \`${lane}\`` : `${of} have changed`);
  process.exitCode = isProven ? 0 : 1;
}
