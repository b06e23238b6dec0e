/**
 * `unflake env validate`: checks whether the suite follows the contract of layered tests. Findings have the same shape as those of `scan`.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { type ScanProblem, SEVERITIES } from '../contract/scan.ts';
import { readSource } from '../scan/read-source.ts';
import { SUITE_RULES } from '../scan/suite/rules/index.ts';
import { validateSuite } from '../scan/suite/validate-suite.ts';
import { loadParser } from '../scan/syntax/parser.ts';
import { byName } from '../testbed/names.ts';
import { ENV_PLACE, openSuite } from './lib/env/open-testbed.ts';
import { SCAN } from './lib/outputs/scan.ts';
import { rulesOf } from './lib/scan-rules.ts';
import { defineTool } from './lib/tool.ts';
import type { ScanResult } from './lib/tool-results.ts';

const SHELL = /\.(?:bats|bash|sh)$/;

export const envValidateTool = defineTool({
  name: 'env_validate',
  command: 'env validate',
  summary: 'check that the suite follows the contract of layered tests',
  examples: [
    { line: 'env validate', does: 'the suite of this project' },
    { line: 'env validate --format sarif --out env.sarif', does: 'for code scanning' },
  ],
  input: z.object({
    ...ENV_PLACE,
    failOn: z
      .enum([...SEVERITIES, 'never'])
      .default('warning')
      .describe('From which severity on a finding makes the exit status 1'),
    format: z.enum(['text', 'sarif', 'github']).default('text').describe('What to write'),
    out: z.string().min(1).optional().describe('File to write; by default the standard output'),
  }),
  output: SCAN,
  positionals: [],
  onlyTerminal: ['format', 'out'],
  async run(given, context): Promise<ScanResult> {
    const { root, places } = await openSuite(given, context);
    const problems: ScanProblem[] = [];
    const files = readdirSync(places.suite)
      .filter((name) => SHELL.test(name))
      .sort(byName)
      .flatMap((name) => {
        const path = relative(root, join(places.suite, name));
        const { text, why } = readSource(join(places.suite, name));
        if (why !== null) problems.push({ file: path, why });
        return text === null ? [] : [{ path, text }];
      });
    const findings = validateSuite(files, await loadParser(['bash']));
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    return {
      root,
      files: files.length,
      lines,
      findings,
      rules: rulesOf(findings, SUITE_RULES),
      problems,
      failOn: given.failOn,
      format: given.format,
      out: given.out ?? null,
    };
  },
  exitCode: ({ findings, failOn }) =>
    failOn !== 'never' && findings.some(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn))
      ? EXIT.found
      : EXIT.done,
});
