/** What may stand in unflake.config.{ts,js,json}. Flags win over it; docs/configure/config.schema.json is made from it. */
import { z } from 'zod';
import { SEVERITIES } from '../contract/scan.ts';

const runner = z
  .strictObject({
    args: z.array(z.string()).describe('Extra arguments for the runner').optional(),
    files: z
      .array(z.string())
      .describe('Globs or paths that make up the suite, where the runner does not know them itself')
      .optional(),
    command: z
      .array(z.string())
      .min(1)
      .describe('For the command runner: the command word by word, with {ids} where it takes tests')
      .optional(),
    report: z
      .strictObject({
        format: z
          .enum(['exit', 'junit', 'tap'])
          .describe('What the command leaves behind: only its exit status, JUnit XML, or TAP'),
        path: z
          .string()
          .min(1)
          .nullable()
          .default(null)
          .describe('Where the report is written, relative to the folder; absent for TAP on stdout'),
      })
      .describe('For the command runner: how its outcomes are read')
      .optional(),
    folder: z.string().min(1).describe('Folder the runner is started in, relative to the root').optional(),
  })
  .describe('Settings of one runner');

export const CONFIG_SCHEMA = z
  .strictObject({
    $schema: z.string().describe('Where this schema is, for editors').optional(),
    runner: z.string().min(1).describe('The runner to use when the subject has several').optional(),
    runners: z.record(z.string(), runner).default({}).describe('Settings by the name of the runner'),
    budget: z
      .strictObject({
        trials: z.number().int().min(1).describe('At most this many trials in a case').optional(),
        minutes: z.number().positive().describe('At most this many minutes of running trials in a case').optional(),
      })
      .default({})
      .describe('When a diagnosis stops with what it has'),
    jobs: z.number().int().min(1).max(256).describe('Independent trials that may run side by side').optional(),
    timeout: z.number().positive().describe('Seconds after which a trial is ended with all its processes').optional(),
    seed: z.number().int().min(0).describe('The seed of every case; a fresh one each time when absent').optional(),
    store: z.string().min(1).describe('File that keeps the cases, relative to this file').optional(),
    isolateFs: z.boolean().describe('Give each trial its own copy of the subject').optional(),
    scan: z
      .strictObject({
        rules: z
          .record(z.string(), z.enum(['off', ...SEVERITIES]))
          .default({})
          .describe('Severity by rule, by its id or by its short name for every language'),
      })
      .prefault({})
      .describe('Settings of `unflake scan`'),
    env: z
      .record(z.string(), z.string().nullable())
      .default({})
      .describe('Environment variables for every trial; null removes one'),
  })
  .describe('The config file of unflake');

export type Settings = z.output<typeof CONFIG_SCHEMA>;

/** As editors read it. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(CONFIG_SCHEMA, { io: 'input' });
  return { $schema, title: 'unflake.config.json', ...rest };
}
