/** Inside the lanes of `npm test` only listed packages are available: they were installed before, by one process. */
import { expect, onTestFinished, test } from 'vitest';
import {
  NPM_SETS,
  PYTHON_SETS,
  refuseUnlisted,
  setName,
  setWith,
} from '../../../../../scripts/toolchains/needed-packages.mjs';

function insideLanes(value: string | undefined): void {
  const before = process.env.UNFLAKE_TOOLS_PREPARED;
  const put = (text: string | undefined) => {
    if (text === undefined) delete process.env.UNFLAKE_TOOLS_PREPARED;
    else process.env.UNFLAKE_TOOLS_PREPARED = text;
  };
  put(value);
  onTestFinished(() => put(before));
}

test('a set that is not listed is refused by its name, in whatever order it is written', () => {
  insideLanes('1');
  expect(() => refuseUnlisted([{ mocha: '1.0.0', jest: '2.0.0' }], { jest: '2.0.0', mocha: '1.0.0' })).not.toThrow();
  expect(() => refuseUnlisted([{ mocha: '1.0.0' }], { mocha: '1.0.1' })).toThrow(/^mocha@1\.0\.1 .*needed-packages/);
});

test('packages are found in the first set that holds all of them at those versions', () => {
  insideLanes('1');
  const both = { mocha: '1.0.0', jest: '2.0.0' };
  expect(setWith([{ mocha: '1.0.1' }, both, { mocha: '1.0.0' }], { mocha: '1.0.0' })).toBe(both);
  expect(() => setWith([both], { mocha: '1.0.0', jest: '2.0.1' })).toThrow(
    /^jest@2\.0\.1 mocha@1\.0\.0 .*needed-packages/,
  );
});

test('outside of them everything is available', () => {
  insideLanes(undefined);
  expect(() => refuseUnlisted([], { mocha: '1.0.1' })).not.toThrow();
  expect(setWith([], { mocha: '1.0.1' })).toEqual({ mocha: '1.0.1' });
});

test('no set is listed twice', () => {
  const names = [...NPM_SETS, ...PYTHON_SETS].map(setName);
  expect(new Set(names).size).toBe(names.length);
});
