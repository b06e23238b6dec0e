/** `unflake certify [tests…]`: what may be merged. */
import * as z from 'zod';
import { CERTIFY_FORMATS, type CertifyAnswer } from '../contract/certificate.ts';
import { EXIT } from '../contract/exit-codes.ts';
import { CERTIFY_DEFAULTS as DEFAULTS } from './lib/certify/certify-defaults.ts';
import { CERTIFY } from './lib/outputs/certify.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';
import { ISOLATE_FS, JOBS, LAUNCHER, minutesFlag, RUNNER, seedFlag, timeoutFlag, WORKERS } from './lib/trial-flags.ts';

const input = z.object({
  ...PLACE,
  tests: z
    .array(z.string().min(1))
    .default([])
    .describe('Tests, files or folders to certify; by default the tests that are new or changed'),
  since: z
    .string()
    .min(1)
    .optional()
    .describe('Revision to compare with, where this branch left it; by default the default branch'),
  reach: z
    .boolean()
    .default(false)
    .describe('Also the tests that reach changed code, nearest first, as many as the minutes allow'),
  rate: z
    .number()
    .min(0.0001)
    .max(0.5)
    .default(DEFAULTS.rate)
    .describe('The failure rate that certified tests stay below'),
  confidence: z.number().min(0.5).max(0.9999).default(DEFAULTS.confidence).describe('How sure of that to be'),
  runner: RUNNER,
  seed: seedFlag('run', DEFAULTS.maxSeed),
  minutes: minutesFlag(DEFAULTS.minutes),
  jobs: JOBS,
  timeout: timeoutFlag(DEFAULTS.timeoutSeconds),
  launcher: LAUNCHER,
  isolateFs: ISOLATE_FS,
  workers: WORKERS,
  diagnose: z.boolean().default(false).describe('Then open a case for each flaky test, within the rest of the minutes'),
  resume: z
    .string()
    .min(1)
    .optional()
    .describe('Resume this certification (its id, or `latest`) instead of opening one'),
  format: z
    .enum(CERTIFY_FORMATS)
    .default('text')
    .describe('What to write; `github` is annotations, `markdown` a job summary'),
  out: z.string().min(1).optional().describe('File to write; by default the standard output'),
});

export const certifyTool = defineTool({
  name: 'certify',
  command: 'certify',
  summary: 'certify new and changed tests: what was exercised, how often, and the bound on the failure rate',
  examples: [
    { line: 'certify', does: 'the tests that are new or changed on this branch' },
    {
      line: 'certify --since origin/release --reach',
      does: 'since another branch, with the tests that reach a change',
    },
    { line: 'certify tests/test_cart.py::test_total', does: 'one test' },
    { line: 'certify --rate 0.001 --minutes 60', does: 'below one failure in a thousand runs, within an hour' },
    { line: 'certify --format github', does: 'annotations at the lines of the tests, in a workflow' },
    { line: 'certify --diagnose --minutes 30', does: 'and then diagnose what is flaky' },
    { line: 'certify --resume latest', does: 'continue what was interrupted' },
  ],
  input,
  output: CERTIFY,
  positionals: ['tests'],
  onlyTerminal: ['format', 'out'],
  // Help must not wait for the engine and the plans.
  async run({ format, out, ...given }, context): Promise<CertifyAnswer> {
    const { certify } = await import('./lib/certify/open-certification.ts');
    return { ...(await certify(given, context)), format, out: out ?? null };
  },
  exitCode: ({ certificates }) => {
    if (certificates.some(({ status }) => status === 'flaky' || status === 'broken')) return EXIT.found;
    return certificates.every(({ status }) => status === 'certified') ? EXIT.done : EXIT.inconclusive;
  },
});
