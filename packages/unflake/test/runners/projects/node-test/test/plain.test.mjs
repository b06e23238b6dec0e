import assert from 'node:assert/strict';
import { beforeEach, describe, it, test } from 'node:test';

test('passes', () => {});
test('fails', () => assert.equal(1 + 1, 3));
describe('with a broken set-up', () => {
  beforeEach(() => {
    throw new Error('set-up is broken');
  });
  it('errors', () => {});
});
test.skip('skipped', () => {});
