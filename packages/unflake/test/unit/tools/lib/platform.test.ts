/** What unflake says on a system that is not Linux. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../../../src/cli/main.ts';
import { toolsOn } from '../../../../src/tools/lib/platform.ts';
import { TOOLS } from '../../../../src/tools/registry.ts';
import { fakeOutside } from '../../cli/fake-host.ts';

const TOP = fileURLToPath(new URL('../../../../../../', import.meta.url));
const NEEDS_LINUX = TOOLS.filter(({ needs }) => needs === 'linux');

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'unflake-platform-'));
  writeFileSync(
    join(project, 'test_cart.py'),
    'import pytest\n\n\n@pytest.mark.flaky(reruns=3)\ndef test_total():\n    assert total() == 3\n',
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

async function run(platform: string, ...argv: readonly string[]) {
  const fake = fakeOutside({ tools: toolsOn(platform, TOOLS), env: { XDG_STATE_HOME: join(project, 'state') } });
  const code = await main(argv, { ...fake, cwd: project });
  return { code, ...fake.written };
}

test('what starts processes needs Linux', () => {
  const words = new Set(NEEDS_LINUX.map(({ command }) => command.split(' ')[0]));
  expect([...words].sort()).toEqual([
    'certify',
    'demo',
    'diagnose',
    'doctor',
    'env',
    'hunt',
    'list',
    'quarantine',
    'replay',
    'verify',
    'worker',
  ]);
});

test('a command that needs Linux says so in one fault with a page, without a stack', async () => {
  const { code, out, err } = await run('darwin', 'list', '--quiet');
  expect([code, out]).toEqual([40, '']);
  expect(err).toBe(
    `unflake list: the command needs Linux, and this is macOS; these work here: ingest, history, history prune, quarantine list, quarantine add, quarantine remove, quarantine check, scan, index, index-status, search, status, config-status, report, cases, case, store status, store migrate, store copy, workers, hunts
  Run it on Linux, for example in a container; the page lists what works elsewhere, and with which Node.
  UNSUPPORTED_PLATFORM, docs/faults/unsupported-platform.md
`,
  );
  expect(existsSync(join(TOP, 'docs/faults/unsupported-platform.md'))).toBe(true);
});

/** Where a command asks for a word, any will do. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  diagnose: ['a test'],
  replay: ['latest'],
  'env explain': ['foundation'],
  'quarantine gate': ['junit.xml'],
  'env with': ['foundation', '--', 'true'],
};

test.each(NEEDS_LINUX.map(({ command }) => command))(
  '%s is refused on Windows, and its help is not',
  async (command) => {
    const argv = [...command.split(' '), ...(WORDS[command] ?? [])];
    const refused = await run('win32', '--json', ...argv);
    expect(refused.code, refused.out).toBe(40);
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      error: { code: 'UNSUPPORTED_PLATFORM', details: { platform: 'win32', needs: 'linux' } },
    });
    expect(await run('win32', ...command.split(' '), '--help')).toMatchObject({ code: 0, err: '' });
  },
);

test.each([
  [['--version'], 0],
  [['scan', '--quiet'], 1],
  [['cases', '--quiet'], 0],
  [['status', '--quiet'], 0],
])('%j works on macOS', async (argv, code) => {
  expect(await run('darwin', ...argv)).toMatchObject({ code, err: '' });
});

test('on Linux nothing is refused', () => {
  expect(toolsOn('linux', TOOLS)).toBe(TOOLS);
});
