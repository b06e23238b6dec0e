/**
 * What our runner needs from Vitest's internals: its class, and the bodies and hooks of its tasks. Their location has changed over time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (path) => import(/* @vite-ignore */ pathToFileURL(path).href);

/** @param {string} script the real path of Vitest's own script */
export async function vitestInternals(script) {
  const home = dirname(script);
  const fromVitest = createRequire(script);
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const { TestRunner, describe } = await load(join(home, 'dist/index.js'));
  // Since version 5 the runner is a part of Vitest. A package of that name may still be installed, but is not used.
  if (!('@vitest/runner' in dependencies)) return sinceFive(TestRunner, describe);
  const { getFn, getHooks, setHooks } = await load(fromVitest.resolve('@vitest/runner'));
  const Base = TestRunner ?? (await load(fromVitest.resolve('vitest/runners'))).VitestTestRunner;
  const copySuite = (suite) => {
    const copy = { ...suite };
    setHooks(copy, { ...getHooks(suite) });
    return copy;
  };
  return { Base, getFn, getHooks, copySuite };
}

/** Only suites that Vitest itself created can have hooks. */
function sinceFive(Base, describe) {
  const { getSuiteHooks: getHooks, getTestFn: getFn } = Base;
  const copySuite = (suite) => {
    const { suite: copy } = describe('copy', () => {});
    for (const name of Object.keys(copy)) delete copy[name];
    Object.assign(copy, suite);
    Object.assign(getHooks(copy), getHooks(suite));
    return copy;
  };
  return { Base, getFn, getHooks, copySuite };
}
