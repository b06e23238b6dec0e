import { expect, test } from 'vitest';
import { reaching } from './small-repository.ts';

const CLOCK = 'export function now() {\n  return Date.now(); // HERE\n}\n';

test('relative specifiers, index files, re-exports, default exports, namespaces and require', async () => {
  const { sure, may } = await reaching({
    'src/clock.ts': CLOCK,
    'src/index.ts': "export { now as current } from './clock.js';\nexport * from './store';\n",
    'src/store/index.ts':
      "import { now } from '../clock.ts';\nexport default class Store {\n  constructor() {\n    now();\n  }\n}\nexport const open = () => new Store();\n",
    'lib/legacy.cjs':
      "const { now } = require('../src/clock');\nmodule.exports = function stamp() { return now(); };\n",
    'test/a.test.ts':
      "import { current, open } from '../src';\nimport Store from '../src/store/index.ts';\nimport * as clock from '../src/clock';\nconst stamp = require('../lib/legacy.cjs');\ntest('renamed', () => { current(); });\ntest('handed on', () => { open(); });\ntest('default', () => { new Store(); });\ntest('namespace', () => clock.now());\ntest('required', () => { stamp(); });\ntest('none', () => { Math.max(1); });\n",
  });
  expect(sure).toEqual(['renamed', 'handed on', 'default', 'namespace', 'required']);
  expect(may).toEqual([]);
});

test('hooks of the groups around a test, and fields whose class is known', async () => {
  const { sure } = await reaching({
    'src/clock.ts': `export class Clock {\n  read() {\n    return Date.now(); // HERE\n  }\n}\n`,
    'src/shop.ts':
      "import { Clock } from './clock.ts';\nexport class Shop {\n  readonly #clock: Clock;\n  private clock = new Clock();\n  open() { return this.clock.read(); }\n}\n",
    'src/shop.test.ts':
      "import { Shop } from './shop.ts';\ndescribe('shop', () => {\n  beforeEach(() => { const shop = new Shop(); shop.open(); });\n  it('inside', () => {});\n  describe('deeper', () => { it('below', () => {}); });\n});\nit('outside', () => {});\n",
  });
  expect(sure).toEqual(['shop > inside', 'shop > deeper > below']);
});

test('a variable of the same name is not the import', async () => {
  const { sure, may } = await reaching({
    'clock.js': CLOCK,
    'a.test.js':
      "import { now } from './clock.js';\ntest('shadowed', () => { const now = () => 1; now(); });\ntest('parameter', () => { [1].map((now) => now()); });\ntest('passed', () => { setTimeout(now, 1); });\ntest('meant', () => { now(); });\n",
  });
  expect(sure).toEqual(['meant']);
  expect(may).toEqual(['passed']);
});

test('packages of the workspace by their names', async () => {
  const { sure } = await reaching({
    'packages/kit/package.json':
      '{ "name": "@acme/kit", "exports": { "./clock": { "types": "./dist/clock.d.ts", "source": "./src/clock.ts" } } }',
    'packages/kit/src/clock.ts': CLOCK,
    'packages/app/a.test.ts':
      "import { now } from '@acme/kit/clock';\nimport { test } from 'node:test';\ntest('across', () => { now(); });\n",
  });
  expect(sure).toEqual(['across']);
});
