/** A name that is near to one test: a question at a terminal, a command to copy everywhere. */
import { describe, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { UnflakeError } from '../../../src/contract/faults.ts';
import { sampleTool } from '../tools/sample-tool.ts';
import { fakeOutside, SAMPLE_ENTRY } from './fake-host.ts';

/** Knows `green tea` and `black tea` alone. */
const picky: typeof sampleTool = {
  ...sampleTool,
  async run(input, context) {
    if (['green tea', 'black tea'].includes(input.leaf)) return sampleTool.run(input, context);
    const near = input.leaf === 'tea' ? ['green tea', 'black tea'] : input.leaf === 'grene' ? ['green tea'] : [];
    throw new UnflakeError('UNKNOWN_TEST', `no test is named \`${input.leaf}\``, { test: input.leaf, near });
  },
};

async function run(args: readonly string[], reply: string | null) {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return reply ?? '';
  };
  const outside = fakeOutside({
    tools: [{ ...SAMPLE_ENTRY, load: async () => picky }],
    terminal: reply !== null,
    ask: reply === null ? null : ask,
    env: { NO_COLOR: '1' },
  });
  return { code: await main(args, outside), asked, ...outside.written };
}

describe('one near match, at a terminal', () => {
  test('is asked for, and continues with yes', async () => {
    const { code, asked, out, err } = await run(['brew', 'grene', '--minutes', '4'], 'y');
    expect(asked).toEqual(['no test is named `grene`\nContinue with `green tea`? [y/N] ']);
    expect(JSON.parse(out)).toMatchObject({ input: { leaf: 'green tea', minutes: 4 } });
    expect(err).not.toContain('UNKNOWN_TEST');
    expect(code).toBe(0);
  });

  test.each(['', 'n', 'no', 'yet'])('ends with the fault after %j, and a command to copy', async (reply) => {
    const { code, err } = await run(['brew', 'grene', '--minutes', '4'], reply);
    expect(code).toBe(4);
    expect(err).toContain("  To continue with it: unflake brew 'green tea' --minutes 4\n");
  });

  test.each(['--json', '--quiet'])('is not asked for with %s', async (flag) => {
    expect(await run(['brew', 'grene', flag], 'y')).toMatchObject({ code: 4, asked: [] });
  });
});

test('without a terminal nobody is asked, and the command to copy is printed', async () => {
  const { code, err } = await run(['brew', '--warm-pot', 'grene'], null);
  expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining("unflake brew --warm-pot 'green tea'\n") });
});

test('of several near matches none is asked for', async () => {
  const { code, asked, err } = await run(['brew', 'tea'], 'y');
  expect({ code, asked }).toEqual({ code: 4, asked: [] });
  expect(err).toContain("  For the first: unflake brew 'green tea'\n");
});

test('--json says nothing beside its envelope', async () => {
  const { out, err } = await run(['brew', 'grene', '--json'], null);
  expect(err).toBe('');
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'UNKNOWN_TEST', details: { near: ['green tea'] } } });
});
