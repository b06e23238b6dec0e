/** A tool with one field of every kind, and a context with a fixed time. */
import { TestClock } from '@unflake/testkit/clock';
import { z } from 'zod';
import type { LabEvent } from '../../../src/contract/events.ts';
import { UnflakeError } from '../../../src/contract/faults.ts';
import { defineTool, type ToolContext } from '../../../src/tools/lib/tool.ts';
import { PLACE } from '../../../src/tools/lib/tool-place.ts';

export const sampleTool = defineTool({
  name: 'brew_tea',
  command: 'brew',
  summary: 'Brew a pot of tea',
  examples: [{ line: 'brew assam --minutes 4', does: 'A strong pot' }],
  input: z.object({
    leaf: z.string().min(1).describe('Which leaf'),
    minutes: z.number().min(1).max(10).default(3).describe('How long it draws'),
    pot: z.enum(['clay', 'glass']).optional().describe('Which pot'),
    add: z.array(z.string()).default([]).describe('What goes in beside the leaf'),
    warmPot: z.boolean().default(false).describe('Warm the pot first'),
    rest: z.array(z.string()).default([]).describe('What the kettle is told'),
    ...PLACE,
  }),
  output: z.strictObject({ input: z.record(z.string(), z.unknown()), interrupted: z.boolean() }) as never,
  positionals: ['leaf'],
  async run(input, { emit, signal }) {
    if (input.leaf === 'dust')
      throw new UnflakeError('UNKNOWN_TEST', 'no leaf is named `dust`', { near: ['darjeeling'] });
    if (input.leaf === 'bug') throw new TypeError('a bug');
    emit({ type: 'said', phase: 'confirm', text: `poured over ${input.leaf}`, ms: 4_100 });
    return { input, interrupted: signal.aborted };
  },
  exitCode: ({ input }) => (input.leaf === 'nettle' ? 1 : 0),
});

export function sampleContext(events: LabEvent[] = []): ToolContext & { readonly clock: TestClock } {
  return {
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
    clock: new TestClock(Date.UTC(2026, 0, 2, 3, 4, 5)),
    env: {},
    cwd: '/subject',
    entropy: () => 36 ** 5,
  };
}
