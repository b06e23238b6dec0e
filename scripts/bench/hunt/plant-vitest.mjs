/**
 * A Vitest suite of 300 tests with planted flaky ones, broken ones and healthy look-alikes, drawn from a seed, and the truth about it. Vitest
 * runs each file in a process of its own, so all that depends on order lies within one file.
 */

const FILES = 20;
const TESTS_PER_FILE = 15;
const MIN_MS = 5;
const MAX_MS = 200;
/** Tests that compute instead of waiting. */
const BUSY_SHARE = 0.2;

const HEAD = `import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';

const STATE = {};
const SOLD = [];
const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const work = (ms) => { const end = cpuMs() + ms; while (cpuMs() < end); };
`;

/** `rng`: of the testkit. `scale`: factor of the tests' durations. */
export function plantVitest(rng, scale = 1) {
  const slots = rng.shuffle(Array.from({ length: FILES * TESTS_PER_FILE }, (_, at) => at));
  const bodies = new Map();
  const truth = { flaky: {}, broken: [], alike: [] };
  const fileOf = (slot) => Math.floor(slot / TESTS_PER_FILE);
  const nameOf = (slot) => `t${String(fileOf(slot)).padStart(2, '0')}.test.js`;
  const idOf = (slot) => `${nameOf(slot)} > test ${slot}`;
  const plant = (slot, lines, kind) => {
    bodies.set(slot, lines);
    if (kind !== undefined) truth.flaky[idOf(slot)] = kind;
    return slot;
  };
  const free = (where = () => true) =>
    slots.splice(
      slots.findIndex((slot) => !bodies.has(slot) && where(slot)),
      1,
    )[0];
  const isInside = (slot) => slot % TESTS_PER_FILE >= 4 && slot % TESTS_PER_FILE <= 10;
  const isFree = (slot) => !bodies.has(slot);

  // Victims: their polluter comes after them, or before them with a cleaner in between, or before them.
  for (let number = 0; number < 6; number += 1) {
    const isBefore = number >= 4 || number === 3;
    const victim = plant(free(isInside), [`assert.ok(!STATE.cart${number});`], 'victim');
    const same = (slot) => fileOf(slot) === fileOf(victim) && isFree(slot);
    const polluter = free((slot) => same(slot) && (isBefore ? slot < victim - 1 : slot > victim));
    plant(polluter, [`STATE.cart${number} = true;`]);
    if (number !== 3) continue;
    plant(
      free((slot) => same(slot) && slot > polluter && slot < victim),
      [`delete STATE.cart${number};`],
    );
  }
  for (let number = 0; number < 3; number += 1) {
    const brittle = plant(free(isInside), [`assert.ok(STATE.season${number});`], 'brittle');
    const setter = free((slot) => fileOf(slot) === fileOf(brittle) && isFree(slot) && slot < brittle);
    plant(setter, [`STATE.season${number} = true;`]);
  }
  plant(free(), ['SOLD.push(1);', 'assert.equal(SOLD.length, 1);'], 'self-polluter');
  const receipt = `const path = join(tmpdir(), 'receipt');`;
  plant(free(), [receipt, 'assert.ok(!existsSync(path));', `writeFileSync(path, '');`], 'self-polluter');
  plant(free(), ['assert.ok(Math.random() < 0.8);'], 'randomness');
  plant(free(), ['assert.ok(Math.random() < 0.7);'], 'randomness');
  plant(free(), ['assert.ok(new Date().getTimezoneOffset() <= 0);'], 'time-zone');
  plant(free(), [`assert.ok(!(process.env.LC_ALL ?? process.env.LANG ?? '').startsWith('tr'));`], 'locale');
  plant(free(), ['const day = new Date();', 'assert.ok(day.getMonth() !== 1 || day.getDate() !== 29);'], 'date');
  plant(free(), ['assert.ok(new Date().getFullYear() < 2090);'], 'date');
  const begin = 'const begin = performance.now();';
  plant(free(), [begin, 'work(40);', 'assert.ok(performance.now() - begin < 120);'], 'short-wait');
  plant(free(), [begin, 'work(30);', 'assert.ok(performance.now() - begin < 100);'], 'short-wait');
  const till = [`const path = join(tmpdir(), 'till');`, `closeSync(openSync(path, 'wx'));`];
  plant(free(), [...till, 'await sleep(100);', 'unlinkSync(path);'], 'parallel-collision');
  for (const line of ['assert.equal(19, 7);', `throw new Error('tax');`, 'assert.ok([].includes(1));'])
    truth.broken.push(idOf(plant(free(), [line])));
  for (const lines of ALIKE) truth.alike.push(idOf(plant(free(), lines)));

  const files = {
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: '*' },
    }),
    'vitest.config.js': `export default { test: { pool: 'forks', maxWorkers: 1, fileParallelism: false } };\n`,
  };
  for (let file = 0; file < FILES; file += 1) {
    const tests = Array.from({ length: TESTS_PER_FILE }, (_, at) => {
      const slot = file * TESTS_PER_FILE + at;
      const ms = scale * MIN_MS * (MAX_MS / MIN_MS) ** rng.float();
      const spend = rng.float() < BUSY_SHARE ? `work(${ms.toFixed(1)});` : `await sleep(${ms.toFixed(1)});`;
      const body = [spend, ...(bodies.get(slot) ?? [])].map((line) => `  ${line}`);
      return [`test('test ${slot}', async () => {`, ...body, '});', ''].join('\n');
    });
    files[nameOf(file * TESTS_PER_FILE)] = `${HEAD}\n${tests.join('\n')}`;
  }
  return { files, truth };
}

/** Healthy tests that look flaky. */
const ALIKE = [
  ['const begin = Date.now();', 'await sleep(10);', 'assert.ok(Date.now() - begin < 600_000);'],
  ['assert.ok(new Date().getFullYear() > 1999);'],
  [`const place = mkdtempSync(join(tmpdir(), 'note-'));`, 'rmSync(place, { recursive: true });'],
  ['STATE.alike = 1;', 'assert.equal(STATE.alike, 1);', 'delete STATE.alike;'],
  [`assert.equal(['tea', 'cake'].sort()[0], 'cake');`],
  ['assert.equal(process.env.NO_SUCH_SETTING, undefined);'],
  ['assert.ok(new Set(Array.from({ length: 50 }, () => Math.random())).size > 1);'],
  [`process.env.ALIKE = '1';`, 'delete process.env.ALIKE;'],
  [
    'let ran = 0;',
    'await Promise.all([sleep(1), sleep(2)].map(async (one) => { await one; ran += 1; }));',
    'assert.equal(ran, 2);',
  ],
  [`assert.equal(new Date(Date.UTC(2025, 0, 1)).toISOString().slice(0, 4), '2025');`],
];
