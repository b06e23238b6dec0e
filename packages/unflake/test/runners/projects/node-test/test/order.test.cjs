const assert = require('node:assert/strict');
const { test, describe, it } = require('node:test');

let polluted = false;
let executions = 0;

test('victim', () => assert.equal(polluted, false));
describe('polluters', () => {
  it('polluter', () => {
    polluted = true;
  });
});
test('passes once', () => {
  executions += 1;
  assert.equal(executions, 1);
});
