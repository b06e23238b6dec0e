/** The clock, the random numbers and the maps of Go, which only a standard library of our own lets us set. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { testId } from '../../src/contract/test-id.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { runCommand } from '../contract/run-command.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { writeFiles } from './small-project.ts';

const DAY_MS = 86_400_000;
const [TELLS, ORDERS] = [testId('.::TestTells'), testId('.::TestOrders')];

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
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestTells(t *testing.T) {
	before, bytes := time.Now(), make([]byte, 4)
	crypto.Read(bytes)
	passed := time.Since(before) < time.Minute && time.Now().Sub(before) < time.Minute
	t.Fatalf("day %d, passed %v, %d %d %v", before.Unix() / 86400, passed, rand.Int63(), second.Int64(), bytes)
}

func TestOrders(t *testing.T) {
	few, many, seen := map[int]bool{}, map[string]bool{}, []string{}
	for n := 0; n < 40; n++ {
		many[strconv.Itoa(n)] = true
		few[n%5] = true
	}
	for n := range few {
		seen = append(seen, strconv.Itoa(n))
	}
	for n := range many {
		seen = append(seen, n)
	}
	folder := t.TempDir()
	for n := 0; n < 3; n++ {
		if _, err := os.MkdirTemp(folder, ""); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("order " + strings.Join(seen, " "), rand.Int63() == rand.Int63())
}
`,
    });
    return { program: [await goProgram()], suite: [TELLS, ORDERS] };
  });
});
afterAll(() => project?.close());

type Words = Readonly<Record<string, string>>;

async function told(conditions: Words, env: Words, id = TELLS): Promise<string> {
  const context = await project.context();
  const request = { tests: [id], suite: [TELLS, ORDERS], repeat: 1, conditions, seed: 1 };
  const command = goTest.command(request, context);
  const run = await runCommand({ ...command, env: { ...command.env, ...env } }, context);
  const { observations, problems } = goTest.parse(run, request, context);
  return /(?:day|order) .*/.exec(observations[0]?.message ?? '')?.[0] ?? problems.join('\n');
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

test('without a setting nothing changes: a build with our library draws new numbers', async () => {
  const asIs = () => told({ rngSeed: 'as-is' }, {});
  expect(await asIs()).not.toBe(await asIs());
});

test('the same hash seed gives maps of any size the same order, and changes neither names of files nor numbers', async () => {
  const as = (seed: string) => told({ hashSeed: seed }, { UNFLAKE_HASH_SEED: seed }, ORDERS);
  const [first, again, other] = [await as('1'), await as('1'), await as('2')];
  expect(first).toMatch(/^order (?:\d+ ){45}false$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
