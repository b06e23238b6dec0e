import { expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { sampleTool } from '../tools/sample-tool.ts';
import { fakeOutside, SAMPLE_ENTRY } from './fake-host.ts';

async function run(line: string, options?: Parameters<typeof fakeOutside>[0]) {
  const outside = fakeOutside(options);
  const code = await main(line.split(' ').filter(Boolean), outside);
  return { code, ...outside.written };
}

test('the answer goes to stdout, progress to stderr, and the tool decides the exit code', async () => {
  const { code, out, err } = await run('brew nettle');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ input: { leaf: 'nettle', minutes: 3 } });
  expect(err).toBe('confirm    poured over nettle                                             4.1 s\n\n');
});

test('--json prints the envelope and nothing else on stdout', async () => {
  const { code, out } = await run('brew assam --json --quiet');
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out))).toEqual(['ok', 'result', '_meta']);
});

test('--quiet keeps stderr empty', async () => {
  expect((await run('brew assam --quiet')).err).toBe('');
});

test('a global flag may stand before the command', async () => {
  const { code, out } = await run('--root elsewhere --json --quiet brew assam');
  expect(code).toBe(0);
  expect(JSON.parse(out).result.input.root).toBe('elsewhere');
});

test('a fault is reported on stderr with its next step and page, and exits by the table', async () => {
  const { code, out, err } = await run('brew dust');
  expect(code).toBe(4);
  expect(out).toBe('');
  expect(err).toBe(
    'unflake brew: no leaf is named `dust`\n  List the tests with `unflake list`.\n  UNKNOWN_TEST, docs/faults/unknown-test.md\n',
  );
});

test('a fault with --json is an envelope on stdout', async () => {
  const { code, out, err } = await run('brew dust --json');
  expect(code).toBe(4);
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'UNKNOWN_TEST' } });
  expect(err).toBe('');
});

test('a wrong value is a usage fault that names the flag, not the field', async () => {
  const { code, err } = await run('brew assam --warm-pot --minutes soon');
  expect(code).toBe(2);
  expect(err.split('\n')[0]).toBe('unflake brew: --minutes is "soon"; expected a number');
  expect((await run('brew')).err.split('\n')[0]).toBe('unflake brew: <leaf> is missing; expected a string');
});

test('an unknown command or flag exits 2 with what may have been meant', async () => {
  expect(await run('brwe assam')).toMatchObject({
    code: 2,
    err: expect.stringContaining('`brwe` is not a command; did you mean `brew`?'),
  });
  expect(await run('brew assam --minuets 4')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--minuets is not a flag of this command; did you mean `--minutes`?'),
  });
  expect(await run('--jsn brew')).toMatchObject({ code: 2, err: expect.stringContaining('did you mean `--json`?') });
});

test('a usage fault with --json is an envelope too', async () => {
  const { code, out, err } = await run('brew assam --minuets 4 --json');
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
  expect(err).toBe('');
});

test('a bug is not swallowed', async () => {
  await expect(run('brew bug')).rejects.toThrow('a bug');
});

test('without a command there is help, and the exit code of wrong usage', async () => {
  const { code, out, err } = await run('');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('Usage: unflake <command> [flags]');
});

test('--version prints the version', async () => {
  expect(await run('--version')).toEqual({ code: 0, out: '0.1.0\n', err: '' });
});

test('the first Ctrl-C asks the tool to stop, and its best result is printed with exit 130', async () => {
  const outside = fakeOutside({ tools: [{ ...SAMPLE_ENTRY, load: async () => interruptible }] });
  const interruptible: typeof sampleTool = {
    ...sampleTool,
    async run(input, { signal }) {
      outside.pressCtrlC();
      return { input, interrupted: signal.aborted };
    },
  };
  expect(await main(['brew', 'assam'], outside)).toBe(130);
  expect(JSON.parse(outside.written.out)).toMatchObject({ interrupted: true });
  expect(outside.written.err).toContain('stopping… press Ctrl-C again');
  expect(outside.exits).toEqual([]);
});

test('the second Ctrl-C exits at once', async () => {
  const outside = fakeOutside({ tools: [{ ...SAMPLE_ENTRY, load: async () => stubborn }] });
  const stubborn: typeof sampleTool = {
    ...sampleTool,
    async run(input) {
      outside.pressCtrlC();
      outside.pressCtrlC();
      return { input, interrupted: true };
    },
  };
  await main(['brew', 'assam'], outside);
  expect(outside.exits).toEqual([130]);
});

test('after the command there is no listener for Ctrl-C', async () => {
  const outside = fakeOutside();
  await main(['brew', 'assam'], outside);
  outside.pressCtrlC();
  expect(outside.written.err).not.toContain('stopping');
});

test('colours are used on a terminal only, and never with NO_COLOR or --no-color', async () => {
  const red = '\u001b[31m';
  expect((await run('brew dust', { terminal: true })).err).toContain(red);
  expect((await run('brew dust')).err).not.toContain(red);
  expect((await run('brew dust', { terminal: true, env: { NO_COLOR: '1' } })).err).not.toContain(red);
  expect((await run('brew dust --no-color', { terminal: true })).err).not.toContain(red);
});
