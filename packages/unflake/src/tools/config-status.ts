/** `unflake config-status`: the config file in use and its validated contents; an invalid one is a fault that names the field. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { EXIT } from '../contract/exit-codes.ts';
import { openProject } from '../engine/subject/open-project.ts';
import { loadConfig } from './lib/config.ts';
import { CONFIG_STATUS } from './lib/outputs/subject.ts';
import type { ConfigStatusResult } from './lib/status-results.ts';
import { defineTool } from './lib/tool.ts';
import { PLACE } from './lib/tool-place.ts';

export const configStatusTool = defineTool({
  name: 'config_status',
  command: 'config-status',
  summary: 'check the config file and show the settings in effect',
  examples: [
    { line: 'config-status', does: 'of the project in this folder' },
    { line: 'config-status --config ci.config.json', does: 'of another file, before it is used' },
  ],
  input: z.object({ root: PLACE.root, config: PLACE.config }),
  output: CONFIG_STATUS,
  positionals: [],
  async run(given, context): Promise<ConfigStatusResult> {
    const { root } = openProject(resolve(context.cwd, given.root ?? '.'));
    const { file, env, ...settings } = await loadConfig(
      root,
      given.config === undefined ? undefined : resolve(context.cwd, given.config),
    );
    const environment = Object.entries(env).map(([name, value]) => ({
      name,
      does: value === null ? ('removed' as const) : ('set' as const),
    }));
    return { root, file, settings, environment: environment.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  },
  exitCode: () => EXIT.done,
});
