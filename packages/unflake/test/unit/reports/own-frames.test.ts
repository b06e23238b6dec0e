import { describe, expect, test } from 'vitest';
import { ownFrames } from '../../../src/reports/own-frames.ts';

describe("the project's own frames", () => {
  test('of V8 come innermost first, without those of dependencies, of node and of our probes', () => {
    const stack = `Error: x
    at async inner (file:///p/src/a.js:1:2)
    at /p/test/a.test.js:3:4
    at wrap (/p/node_modules/lib/index.js:5:6)
    at Test.run (node:internal/test_runner/test:797:9)
    at probe (/elsewhere/packages/unflake/probes/node-test/register.mjs:1:1)
    at new Thing (/p/src/thing.js:7:8)`;
    expect(ownFrames(stack, '/p')).toEqual([
      { file: 'src/a.js', line: 1, name: 'inner' },
      { file: 'test/a.test.js', line: 3, name: '' },
      { file: 'src/thing.js', line: 7, name: 'new Thing' },
    ]);
  });

  test('of Python come innermost first, without those of the library and of installed packages', () => {
    const stack = `Traceback (most recent call last):
  File "/p/tests/test_a.py", line 4, in test_a
  File "/usr/lib/python3.11/json/__init__.py", line 299, in load
  File "/p/.venv/lib/python3.11/site-packages/x.py", line 1, in y
  File "/p/app/cart.py", line 9, in total
  File "<string>", line 1, in <module>`;
    expect(ownFrames(stack, '/p')).toEqual([
      { file: 'app/cart.py', line: 9, name: 'total' },
      { file: 'tests/test_a.py', line: 4, name: 'test_a' },
    ]);
  });

  test('are none in a text that is not a stack', () => {
    expect(ownFrames('at the beginning: nothing', '/p')).toEqual([]);
  });
});
