/** The schema of unflake.config.{ts,js,json}. Flags override it; docs/configure/config.schema.json is generated from it. */
import * as z from 'zod';
import { SEVERITIES } from '../../contract/scan.ts';
import { STEP_KINDS, STEP_NAME } from '../../testbed/names.ts';

const runner = z
  .strictObject({
    args: z.array(z.string()).describe('Extra arguments for the runner').optional(),
    files: z
      .array(z.string())
      .describe('Globs or paths that make up the suite, if the runner does not know them itself')
      .optional(),
    command: z
      .array(z.string())
      .min(1)
      .describe('For the command runner: the command as a list of words, with {ids} where it takes tests')
      .optional(),
    report: z
      .strictObject({
        format: z
          .enum(['exit', 'junit', 'tap'])
          .describe('What the command reports: only its exit status, JUnit XML, or TAP'),
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

const step = z
  .strictObject({
    name: z.string().regex(STEP_NAME).describe('The name of the step'),
    kind: z.enum(STEP_KINDS).describe('Its kind; by default it follows from its name').optional(),
    file: z.string().min(1).describe('A .bats file or a test file of a runner, relative to the suite').optional(),
    runner: z.string().min(1).describe('The runner of the file, if several could run it').optional(),
    run: z
      .array(z.string())
      .min(1)
      .describe('A command as a list of words, with {env} where it takes the folder of the environment')
      .optional(),
    after: z.array(z.string()).describe('Steps that must be complete first').optional(),
    environment: z.string().regex(STEP_NAME).describe('For an independent step: its environment').optional(),
    inputs: z.array(z.string().min(1)).describe('For the foundation: the files that it is built from').optional(),
  })
  .describe('One step of the suite');

const testbed = z.strictObject({
  suite: z.string().min(1).describe('Folder of the step files, relative to the root').optional(),
  folder: z
    .string()
    .min(1)
    .describe('Folder of all environments, relative to the root; by default .envs in the suite')
    .optional(),
  wait: z.number().min(0).describe('Seconds to wait for an environment that another run holds').optional(),
  steps: z.array(step).default([]).describe('The steps in order, for a suite whose file names do not show it'),
  dist: z
    .strictObject({
      before: z.array(z.array(z.string()).min(1)).default([]).describe('Commands that run before the second build'),
      output: z
        .string()
        .min(1)
        .describe('The archive or folder that the command creates; a path or a pattern; `--output` overrides it')
        .optional(),
      manifest: z.string().min(1).describe('File that lists exactly what must be in it').optional(),
      required: z.array(z.string()).default([]).describe('Patterns that must match something in it'),
      excluded: z.array(z.string()).default([]).describe('Patterns that must not match any file in the distribution'),
      singleTop: z.boolean().default(true).describe('Everything in it must be below one folder'),
    })
    .describe('Settings of `unflake env dist`')
    .optional(),
});

export const CONFIG_SCHEMA = z
  .strictObject({
    $schema: z.string().describe('Where this schema is, for editors').optional(),
    runner: z.string().min(1).describe('The runner to use when the subject has several').optional(),
    runners: z.record(z.string(), runner).default({}).describe('Settings by the name of the runner'),
    budget: z
      .strictObject({
        trials: z.number().int().min(1).describe('At most this many trials in a case').optional(),
        minutes: z.number().positive().describe('At most this many minutes for a case').optional(),
      })
      .default({})
      .describe('When a diagnosis stops with what it has'),
    jobs: z.number().int().min(1).max(256).describe('Independent trials that may run in parallel').optional(),
    timeout: z.number().positive().describe('Seconds after which a trial is ended with all its processes').optional(),
    seed: z.number().int().min(0).describe('The seed of every case; a fresh one each time when absent').optional(),
    store: z
      .string()
      .min(1)
      .describe('File that keeps the cases, relative to this file, or the address of a PostgreSQL database')
      .optional(),
    isolateFs: z.boolean().describe('Give each trial its own copy of the subject').optional(),
    scan: z
      .strictObject({
        rules: z
          .record(z.string(), z.enum(['off', ...SEVERITIES]))
          .default({})
          .describe('Severity by rule, by its id or by its short name for every language'),
        exclude: z
          .record(z.string().min(1), z.string().regex(/\S/, 'a reason'))
          .default({})
          .describe('Files, folders and patterns that a scan leaves out, relative to the root, each with its reason'),
      })
      .prefault({})
      .describe('Settings of `unflake scan`'),
    testbed: testbed.prefault({}).describe('Settings of `unflake env`: layered environments'),
    verify: z
      .strictObject({
        prepare: z
          .array(z.string())
          .min(1)
          .describe('Command, as a list of words, that installs the dependencies of a checked out commit')
          .optional(),
      })
      .prefault({})
      .describe('Settings of `unflake verify`'),
    history: z
      .strictObject({
        keepDays: z
          .number()
          .int()
          .min(1)
          .describe('Days whose results `unflake history prune` keeps; daily counts stay for ever')
          .optional(),
      })
      .prefault({})
      .describe('Settings of `unflake history`'),
    quarantine: z
      .strictObject({
        total: z.number().int().min(0).describe('Tests that may be in quarantine; 20 by default').optional(),
        perOwner: z.number().int().min(0).describe('Tests that one owner may have there; 5 by default').optional(),
        days: z.number().int().min(0).describe('Days that a quarantine may last; 30 by default').optional(),
      })
      .prefault({})
      .describe('Caps of unflake.quarantine.json'),
    env: z
      .record(z.string(), z.string().nullable())
      .default({})
      .describe('Environment variables for every trial; null removes one'),
  })
  .describe('The config file of unflake');

export type Settings = z.output<typeof CONFIG_SCHEMA>;

/** JSON Schema for editors. */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(CONFIG_SCHEMA, { io: 'input' });
  return { $schema, title: 'unflake.config.json', ...rest };
}
