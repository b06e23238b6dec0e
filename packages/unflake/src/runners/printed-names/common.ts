/** What any tool may print about a test: an entry of a JUnit report, or a line of a file. */
import type { PrintedName, TestNames } from '../../contract/test-names.ts';
import { TAP_POINT } from './tap.ts';

const attribute = (name: string, group: string): string => `(?=[^>]*?\\s${name}="(?<${group}>[^"]*)")`;
/** An empty alternative, because `?` after a look-ahead discards its groups. */
const optional = (text: string): string => `(?:${text}|)`;

/** Tried after the runner's own patterns. */
export const COMMON_PRINTED_NAMES: readonly PrintedName[] = [
  // <testcase classname="…" name="…" file="…">, the attributes in any order
  {
    pattern: new RegExp(
      `<testcase${optional(attribute('classname', 'outer'))}${optional(attribute('file', 'file'))}${attribute('name', 'name')}`,
      'gm',
    ),
    escaped: 'xml',
  },
  // File "tests/test_a.py", line 12, in test_y
  { pattern: /\bFile "(?<file>[^"\n]+)", line (?<line>\d+)/gm },
  { pattern: /^(?<file>[^:\n]+\.\w+):(?<line>\d+)(?::\d+)?$/gm },
  // tests/test_a.py:12: AssertionError, (src/a.test.ts:12:5), # ./spec/a_spec.rb:12:in …
  { pattern: /(?<file>[^\s:()'"`]+\.\w+):(?<line>\d+)/gm },
];

/** For a command that is not a known runner: what its report may contain. */
export const COMMAND_NAMES: TestNames = { startsWith: 'file', printed: TAP_POINT };
