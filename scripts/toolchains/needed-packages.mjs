/**
 * Every set of packages that the tests request from npm-tools.mjs and python.mjs. `npm test` installs them before its lanes start, in one
 * process; a set that a lane requests and that is not listed here is refused, so that the list stays complete.
 */
import { NODE_VERSIONS } from './node-versions.mjs';

/** @type {readonly Record<string, string>[]} */
export const NPM_SETS = [
  ...['30.5.2', '29.7.0', '24.7.0'].map((jest) => ({ jest })),
  // Each has a second test runner, which a project may choose.
  { jest: '26.6.3', 'jest-circus': '26.6.3' },
  { jest: '30.5.2', 'jest-jasmine2': '30.5.2' },
  ...['5.1.0', '4.1.11', '3.2.7', '1.3.1'].map((vitest) => ({ vitest })),
  ...['1.65.1', '1.40.1'].map((version) => ({ '@playwright/test': version })),
  ...['8.0.1', '7.0.0', '3.0.0'].map((ava) => ({ ava })),
  ...['12.0.3', '10.8.2', '5.2.0'].map((mocha) => ({ mocha })),
  { tap: '21.8.0' },
  // Later versions of TypeScript are not compatible with it.
  { tap: '18.0.0', typescript: '5.2.2' },
  { jest: '30.5.2', mocha: '12.0.3' },
  { bats: '1.1.0' },
  { esbuild: '0.28.2' },
  { '@yarnpkg/cli-dist': '4.18.1' },
  ...NODE_VERSIONS.map((version) => ({ [`node-linux-${process.arch}`]: version })),
];

/** @type {readonly Record<string, string>[]} */
export const PYTHON_SETS = [
  ...['9.0.3', '8.3.5', '7.4.4'].map((pytest) => ({ pytest })),
  { pytest: '9.0.3', 'pytest-rerunfailures': '16.1', 'pytest-xdist': '3.8.0', 'pytest-randomly': '4.0.1' },
  { pytest: '8.4.2', 'pytest-rerunfailures': '15.1', 'pytest-xdist': '3.6.1', 'pytest-random-order': '1.1.1' },
  { pytest: '7.2.1', 'pytest-rerunfailures': '10.2', 'pytest-xdist': '3.1.0' },
  { pytest: '8.4.2', 'pytest-retry': '1.7.0' },
  { pytest: '8.4.2', flaky: '3.8.1' },
];

/** As `name@version`, sorted. */
export function setName(specs) {
  return Object.keys(specs)
    .sort()
    .map((name) => `${name}@${specs[name]}`)
    .join(' ');
}

/** Inside the lanes of `npm test` only the sets that were installed before may be requested. */
export function refuseUnlisted(sets, specs) {
  if (process.env.UNFLAKE_TOOLS_PREPARED === undefined) return;
  if (sets.some((listed) => setName(listed) === setName(specs))) return;
  throw new Error(`${setName(specs)} is asked for by a test and not named in scripts/toolchains/needed-packages.mjs`);
}
