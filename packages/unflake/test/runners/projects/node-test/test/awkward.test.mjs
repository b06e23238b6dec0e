import assert from 'node:assert/strict';
import test, { describe, it } from 'node:test';

test('spaces  and [brackets]', () => {});
test('"double" and \'single\' quotes', () => {});
test('ünïcode ☃ 試験', () => {});
test('outer > inner', () => {});
test('back\\slash \\', () => {});
test('two\nlines', () => {});
test('.*+?^$()|[]{}', () => {});
test('twice', () => {});
test('twice', () => {});
for (const n of [1, 2]) test(`parameter ${n}`, () => {});
describe('outer', () => {
  describe('inner', () => {
    it('leaf', () => {});
    it('leaf', () => {});
  });
  it('has subtests', async (t) => {
    await t.test('leaf', () => {});
    await t.test('leaf', () => {});
  });
});
describe('later', async () => {
  await Promise.resolve();
  it('leaf', () => {});
});
test(function namedByItsFunction() {
  assert.ok(true);
});
