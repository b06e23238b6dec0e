/** `unflake env helpers`: the path of the bash library for BATS. */
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import type { EnvHelpersResult } from './lib/env/results.ts';
import { ENV_HELPERS } from './lib/outputs/env.ts';
import { defineTool } from './lib/tool.ts';

/** Two levels up from here both in `src` and in `dist`. */
const LIBRARY = fileURLToPath(new URL('../../helpers/bats/load.bash', import.meta.url));

export const envHelpersTool = defineTool({
  name: 'env_helpers',
  command: 'env helpers',
  summary: 'print the path of the bash library that BATS tests load',
  examples: [{ line: 'env helpers', does: 'the path, and nothing else' }],
  input: z.object({}),
  output: ENV_HELPERS,
  positionals: [],
  run: async (): Promise<EnvHelpersResult> => ({ path: LIBRARY }),
  exitCode: () => EXIT.done,
});
