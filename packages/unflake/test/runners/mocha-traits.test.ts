/** What Mocha has beyond the contract of runners: one tree for all files, hooks that take tests with them, and no exit of its own. */
import { describe, expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { mocha } from '../../src/runners/mocha.ts';
import { mochaScript } from './mocha-project.ts';
import { told, withProject } from './small-project.ts';

const NEWEST = '12.0.3';
const OLDEST = '5.2.0';

async function project(files: Readonly<Record<string, string>>, version: string = NEWEST) {
  const tools = await npmTools({ mocha: version });
  const program = [process.execPath, mochaScript(tools)] as const;
  return { adapter: mocha, program, files };
}

const LOG = `
const log = global.log ??= [];
const say = (word) => () => { log.push(word); };
`;

describe.each([
  { version: NEWEST, other: 'test/b.mjs' },
  { version: '10.8.2', other: 'test/b.mjs' },
  // Before 7.1 Mocha does not load ES modules.
  { version: OLDEST, other: 'test/b.js' },
])('mocha $version beyond the contract', ({ version, other }) => {
  const files = {
    'test/a.js': `${LOG}
it('at the root of a', say('root'));
describe('one', () => {
  before(say('one'));
  beforeEach(say('each'));
  it('a', say('a'));
  describe('inner', () => { it('b', say('b')); });
});
describe('tells', () => { it('all', () => { throw new Error(log.join(' ')); }); });
`,
    [other]: `${LOG.replaceAll('const ', 'var ')}
it('at the root of b', say('other'));
describe('hooks', () => {
  describe('around', () => {
    before(() => { throw new Error('broken before'); });
    it('first', () => {});
    describe('deeper', () => { it('second', () => {}); });
  });
  describe('each', () => {
    afterEach(() => { throw new Error('broken afterEach'); });
    it('third', () => {});
    it('fourth', () => {});
  });
  describe('last', () => {
    after(() => { throw new Error('broken after'); });
    it('fifth', () => {});
  });
});
`,
    'test/c.js': "describe('half', () => { it('defined', () => {}); });\nthrow new Error('cannot be loaded');\n",
  };

  test('lists in the order of execution, and says which file cannot be loaded', async () => {
    await withProject(await project(files, version), async ({ list }) => {
      const { tests, problems } = await list();
      expect(tests).toEqual([
        'test/a.js > at the root of a',
        `${other} > at the root of b`,
        'test/a.js > one > a',
        'test/a.js > one > inner > b',
        'test/a.js > tells > all',
        `${other} > hooks > around > first`,
        `${other} > hooks > around > deeper > second`,
        `${other} > hooks > each > third`,
        `${other} > hooks > each > fourth`,
        `${other} > hooks > last > fifth`,
      ]);
      expect(problems).toEqual([expect.stringMatching(/^test\/c\.js could not be loaded: .*cannot be loaded/)]);
    });
  });

  test('puts tests in any order, even if Mocha itself would run a suite after the tests next to it', async () => {
    await withProject(await project(files, version), async ({ run }) => {
      const order = [
        'test/a.js > one > inner > b',
        'test/a.js > one > a',
        `${other} > at the root of b`,
        'test/a.js > at the root of a',
        'test/a.js > one > a',
        'test/a.js > tells > all',
      ];
      const { observations, problems } = await run(order);
      expect(problems).toEqual([]);
      expect(observations.map(({ test: id, run: nth }) => `${id} ${nth}`)).toEqual(
        order.map((id, at) => `${id} ${order.slice(0, at).filter((other) => other === id).length}`),
      );
      // `inner` and the test behind it share one opening of their suite.
      expect(observations.at(-1)?.message).toMatch(/^Error: one each b each a other root one each a\n/);
    });
  });

  test('reports tests after a broken hook as errored, and a broken after hook as a problem', async () => {
    await withProject(await project(files, version), async ({ suite, run }) => {
      const { observations, problems } = await run(suite.filter((id) => id.includes('hooks')));
      expect(observations.map((seen) => `${seen.outcome} ${seen.test.split(' > ').at(-1)}`)).toEqual([
        ...['errored first', 'errored second', 'errored third', 'errored fourth', 'passed fifth'],
      ]);
      expect(observations.map(({ message }) => message?.split('\n')[0])).toEqual([
        ...['Error: broken before', 'Error: broken before', 'Error: broken afterEach', 'Error: broken afterEach'],
        undefined,
      ]);
      expect(problems).toEqual([expect.stringContaining('broken after')]);
    });
  });
});

describe('mocha beyond its tests', () => {
  test.each([
    [NEWEST, 'passed'],
    // Mocha does not listen for it, so node makes an exception of it.
    [OLDEST, 'failed'],
  ])('an unhandled rejection is a problem that names the test (%s)', async (version, outcome) => {
    const files = {
      'test/a.js':
        "it('leaves a rejection', async () => { Promise.reject(new Error('left')); await new Promise(setImmediate); });",
    };
    const report = await withProject(await project(files, version), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual([`${outcome} leaves a rejection`]);
    expect(report.problems).toEqual([
      expect.stringMatching(/^a rejection nobody handled, while test\/a\.js > leaves a rejection ran: Error: left/),
    ]);
  });

  test('a leftover timer keeps the process until the time limit, and the outcomes are known', async () => {
    const files = { 'test/a.js': "it('leaves a timer', () => { setInterval(() => {}, 1000); });" };
    const timeIsUp = (read: Readonly<Record<string, string>>) =>
      Object.values(read).some((text) => text.includes('"done"'));
    const report = await withProject(await project(files), ({ suite, run }) => run(suite, {}, { timeIsUp }));
    expect(told(report)).toEqual(['passed leaves a timer']);
  });

  test('a crash in a before hook names the first test that needed it', async () => {
    const files = {
      'test/a.js': "describe('s', () => { before(() => process.exit(0)); it.skip('x'); it('y', () => {}); });",
    };
    const report = await withProject(await project(files), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual(['crashed y']);
  });

  test.each([NEWEST, OLDEST])(
    'what is marked by only is all there is; tests defined late are found (%s)',
    async (version) => {
      const files = {
        '.mocharc.json': '{ "delay": true, "ui": "bdd" }',
        // Where version 5 has its options.
        'test/mocha.opts': '--delay\n--ui bdd\n',
        'test/a.js':
          "setImmediate(() => { describe('s', () => { it('x', () => {}); it.only('y', () => {}); }); run(); });",
      };
      await withProject(await project(files, version), async ({ suite, run }) => {
        expect(suite).toEqual(['test/a.js > s > y']);
        expect(told(await run(suite))).toEqual(['passed y']);
      });
    },
  );

  test.each([
    ['in the process that we started', '{ "ui": "bdd" }', 'same'],
    ['once, also where the project would watch', '{ "watch": true }', 'another'],
  ])('runs tests %s', async (_how, settings, process) => {
    const files = {
      '.mocharc.json': settings,
      // The process that we start leads a session of its own; field six of its status names it.
      'test/a.js': `
const { readFileSync } = require('node:fs');
it('looks', () => {
  const session = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[3];
  throw new Error(Number(session) === process.pid ? 'same' : 'another');
});`,
    };
    const { observations } = await withProject(await project(files), ({ suite, run }) => run(suite));
    expect(observations.map(({ message }) => message)).toEqual([expect.stringContaining(process)]);
  });

  test('several workers run files in parallel, and a dead one names its test', async () => {
    const meet = (own: string, other: string) => `
const { existsSync, writeFileSync } = require('node:fs');
const place = (name) => require('node:path').join(process.env.TMPDIR, name);
it('meets ${other}', async function () {
  this.timeout(20000);
  writeFileSync(place('${own}'), '');
  while (!existsSync(place('${other}'))) await new Promise(setImmediate);
});`;
    const files = {
      'test/a.js': meet('x', 'y'),
      'test/b.js': meet('y', 'x'),
      'test/c.js': "it('dies', () => process.kill(process.pid, 'SIGKILL'));",
    };
    await withProject(await project(files), async ({ suite, run }) => {
      const met = await run(suite.slice(0, 2), { conditions: { workers: '2' } });
      expect(told(met).toSorted()).toEqual(['passed meets x', 'passed meets y']);
      expect(met.problems).toEqual([]);
      const died = await run(suite.slice(2), { conditions: { workers: '2' } });
      expect(told(died)).toEqual(['crashed dies']);
      expect(died.problems).not.toEqual([]);
    });
  });
});
