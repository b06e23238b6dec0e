/**
 * Every set of packages that the tests request from npm-tools.mjs and python.mjs. `npm test` installs them before its lanes start, in one
 * process; what a lane requests and is not in a set is refused, so that the list stays complete.
 */
import { NODE_VERSIONS } from './node-versions.mjs';

/**
 * Few sets of many packages: npm spends most of its time on what packages need, and much of that is the same. A test asks for packages of one
 * set. No project of a test becomes another's by what is installed beside it: its runner is the one that its own files name.
 * @type {readonly Record<string, string>[]}
 */
export const NPM_SETS = [
  {
    jest: '30.5.2',
    'jest-jasmine2': '30.5.2',
    mocha: '12.0.3',
    vitest: '4.1.11',
    ava: '8.0.1',
    '@playwright/test': '1.65.1',
    bats: '1.1.0',
    esbuild: '0.28.2',
  },
  { jest: '29.7.0', mocha: '10.8.2', vitest: '5.1.0', ava: '7.0.0', '@playwright/test': '1.40.1', tap: '21.8.0' },
  { jest: '26.6.3', 'jest-circus': '26.6.3', mocha: '5.2.0', vitest: '3.2.7', ava: '3.0.0', tap: '16.3.10' },
  // tap 18 is not compatible with a later TypeScript.
  { jest: '24.7.0', vitest: '1.3.1', tap: '18.0.0', typescript: '5.2.2' },
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
  { django: '4.2.28' },
];

/** As `name@version`, sorted. */
export function setName(specs) {
  return Object.keys(specs)
    .sort()
    .map((name) => `${name}@${specs[name]}`)
    .join(' ');
}

/** The first of the sets that holds these packages. A benchmark may ask for others: they are a set of their own. */
export function setWith(sets, specs) {
  const found = sets.find((set) => Object.entries(specs).every(([name, version]) => set[name] === version));
  if (found === undefined) refuseUnlisted(sets, specs);
  return found ?? specs;
}

/** Inside the lanes of `npm test` only the sets that were installed before may be requested. */
export function refuseUnlisted(sets, specs) {
  if (process.env.UNFLAKE_TOOLS_PREPARED === undefined) return;
  if (sets.some((listed) => setName(listed) === setName(specs))) return;
  throw new Error(`${setName(specs)} is asked for by a test and not named in scripts/toolchains/needed-packages.mjs`);
}
