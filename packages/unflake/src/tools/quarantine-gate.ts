/** `unflake quarantine gate <reports…> -- <command>`: a job fails only for failures that are not in quarantine. */
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { QUARANTINE_GATE } from './lib/outputs/quarantine.ts';
import type { QuarantineGateResult } from './lib/quarantine/results.ts';
import { requireRoot } from './lib/require-root.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

const TIMEOUT_S = 14_400;
/** Most runners, nextest, and cargo test. */
const TEST_EXITS = [1, 100, 101];

export const quarantineGateTool = defineTool({
  name: 'quarantine_gate',
  command: 'quarantine gate',
  summary: 'run the tests, or read their reports, and fail only for failures that are not in quarantine',
  examples: [
    {
      line: 'quarantine gate junit.xml -- pytest --junit-xml junit.xml',
      does: 'runs the tests and judges their report',
    },
    { line: 'quarantine gate reports/*.xml', does: 'judges reports that an earlier step has written' },
    { line: 'quarantine gate junit.xml --partial --ingest', does: 'a shard; its results go into the history' },
  ],
  input: z.object({
    ...PLACE,
    reports: z.array(z.string().min(1)).min(1).describe('Reports, or folders with reports (*.xml, *.tap)'),
    timeout: z
      .number()
      .positive()
      .default(TIMEOUT_S)
      .describe('Seconds after which the command is ended with all its processes'),
    minTests: z.number().int().min(0).default(0).describe('Fail if the reports have fewer tests'),
    testExit: z
      .array(z.number().int().min(1).max(127))
      .default(TEST_EXITS)
      .describe('Exit codes by which the command says that tests failed; any other fails the gate'),
    partial: z
      .boolean()
      .default(false)
      .describe('The reports are of a part of the suite: entries whose test is in none are not called unknown'),
    ingest: z.boolean().default(false).describe('Put the results into the history'),
    rest: z.array(z.string()).optional().describe('The command that runs the tests; it is started without a shell'),
  }),
  output: QUARANTINE_GATE,
  positionals: ['reports'],
  // Help must not wait for the engine.
  async run(given, context): Promise<QuarantineGateResult> {
    const { runGate } = await import('./lib/quarantine/run-gate.ts');
    return await runGate(given, requireRoot(given.root, context), context);
  },
  exitCode: ({ passes }) => (passes ? EXIT.done : EXIT.found),
});
