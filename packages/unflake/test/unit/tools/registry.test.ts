import { expect, test } from 'vitest';
import { commandHelp } from '../../../src/cli/command-help.ts';
import { flagsOf } from '../../../src/cli/flags.ts';
import { GLOBAL_FLAGS } from '../../../src/cli/global-flags.ts';
import { readInput } from '../../../src/cli/read-input.ts';
import { TOOLS } from '../../../src/tools/registry.ts';

test('names and commands are unique, and follow the conventions of their transports', () => {
  for (const key of ['name', 'command'] as const) {
    const words = TOOLS.map((entry) => entry[key]);
    expect(new Set(words).size).toBe(words.length);
  }
  for (const { name, command } of TOOLS) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(command).toMatch(/^[a-z]+(-[a-z]+)*( [a-z]+)?$/);
  }
});

test.each(TOOLS)(
  '$command: the table says what the tool says, every field is described, and every example parses',
  async (entry) => {
    const tool = await entry.load();
    const { load: _load, only: _only, reads: _reads, needs: _needs, ...row } = entry;
    expect(row).toEqual({ name: tool.name, command: tool.command, summary: tool.summary });
    const flags = flagsOf(tool);
    for (const flag of flags) expect(flag.summary, flag.field).not.toBe('');
    // A switch of the command line itself would hide a field of the same name.
    const taken = GLOBAL_FLAGS.filter(({ value }) => value === null).map(({ name }) => name);
    for (const flag of flags) expect(taken).not.toContain(flag.name);
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const { line } of tool.examples) {
      const long = tool.command.split(' ').length;
      expect(words(line).slice(0, long).join(' ')).toBe(tool.command);
      const args = words(line).slice(long);
      const { input } = readInput(args, flags, tool.positionals);
      const checked = tool.input.strict().safeParse(input);
      expect(checked.success ? [] : checked.error.issues, line).toEqual([]);
    }
    expect(commandHelp(tool, flags)).toContain(`Usage: unflake ${tool.command}`);
  },
);

/** As a shell would split it, for the quotes that examples use. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]!);
}
