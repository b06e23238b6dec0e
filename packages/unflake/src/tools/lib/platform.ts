/** Which tools work on which system. Outside of Linux, a tool that requires it keeps its help and answers every call with one fault. */
import { UnflakeError } from '../../contract/faults.ts';
import type { ToolEntry } from '../registry.ts';
import type { AnyTool } from './tool.ts';

const NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };

/** `platform` is a value of `process.platform`. */
export function toolsOn(platform: string, tools: readonly ToolEntry[]): readonly ToolEntry[] {
  if (platform === 'linux') return tools;
  const works = tools.filter(({ needs }) => needs === undefined).map(({ command }) => command);
  return tools.map((entry) =>
    entry.needs === undefined ? entry : { ...entry, load: async () => refusing(await entry.load(), platform, works) },
  );
}

function refusing(tool: AnyTool, platform: string, works: readonly string[]): AnyTool {
  return {
    ...tool,
    async run() {
      const message = `the command needs Linux, and this is ${NAMES[platform] ?? platform}; these work here: ${works.join(', ')}`;
      throw new UnflakeError('UNSUPPORTED_PLATFORM', message, { platform, needs: 'linux', works });
    },
  };
}
