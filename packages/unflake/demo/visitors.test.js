const assert = require('node:assert/strict');
const { test } = require('node:test');

const greet = (name, hour) => `${hour < 12 ? 'Good morning' : 'Good day'}, ${name}`;

test('greets in the morning', () => assert.equal(greet('Ada', 9), 'Good morning, Ada'));
test('greets at noon', () => assert.equal(greet('Ada', 12), 'Good day, Ada'));
test('greets in the evening', () => assert.equal(greet('Grace', 20), 'Good day, Grace'));
