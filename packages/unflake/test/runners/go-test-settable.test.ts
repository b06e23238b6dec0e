/** The clock and the random numbers of Go, which only a standard library of our own lets us set. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { testId } from '../../src/contract/test-id.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { runCommand } from '../contract/run-command.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { writeFiles } from './small-project.ts';

const DAY_MS = 86_400_000;
const ID = testId('.::TestTells');

let project: OpenProject<RunnerProject>;
beforeAll(async () => {
  project = await openProject(goTest, async (folder) => {
    await writeFiles(folder, {
      'go.mod': 'module example.com/settable\n\ngo 1.22\n',
      'tells_test.go': `package settable

import (
	crypto "crypto/rand"
	"math/rand"
	second "math/rand/v2"
	"testing"
	"time"
)

func TestTells(t *testing.T) {
	before, bytes := time.Now(), make([]byte, 4)
	crypto.Read(bytes)
	passed := time.Since(before) < time.Minute && time.Now().Sub(before) < time.Minute
	t.Fatalf("day %d, passed %v, %d %d %v", before.Unix() / 86400, passed, rand.Int63(), second.Int64(), bytes)
}
`,
    });
    return { program: [await goProgram()], suite: [ID] };
  });
});
afterAll(() => project?.close());

async function told(
  conditions: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const context = await project.context();
  const request = { tests: [ID], suite: [ID], repeat: 1, conditions, seed: 1 };
  const command = goTest.command(request, context);
  const run = await runCommand({ ...command, env: { ...command.env, ...env } }, context);
  const { observations, problems } = goTest.parse(run, request, context);
  return /day .*/.exec(observations[0]?.message ?? '')?.[0] ?? problems.join('\n');
}

test('days move by the shift, durations stay, and the same seed draws the same', async () => {
  const as = (seed: string, days: number) =>
    told(
      { date: '2025-06-18T12:00:00', rngSeed: seed },
      { UNFLAKE_CLOCK_SHIFT_MS: String(days * DAY_MS), UNFLAKE_RANDOM_SEED: seed },
    );
  const [first, again, other, plain] = [await as('1', -400), await as('1', 400), await as('2', 0), await told({}, {})];
  const parts = (text: string) => /^day (\d+), passed true, (.*)$/.exec(text)?.slice(1) ?? [text];
  expect(Number(parts(again)[0]) - Number(parts(first)[0])).toBeOneOf([800, 801]);
  expect(parts(again)[1]).toBe(parts(first)[1]);
  expect(parts(other)[1]).not.toBe(parts(first)[1]);
  expect(parts(plain)[1]).not.toBe(parts(first)[1]);
  expect(Number(parts(plain)[0]) - Number(parts(first)[0])).toBeOneOf([400, 401]);
});

test('as it is, it is as it was: a build with our library and no setting draws anew', async () => {
  const asIs = () => told({ rngSeed: 'as-is' }, {});
  expect(await asIs()).not.toBe(await asIs());
});
