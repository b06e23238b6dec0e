/** For an unknown test: similar tests, each as the same command with its id. */
import { quoteWord } from '../text/shell-line.ts';
import type { AnyTool } from '../tools/lib/tool.ts';
import type { FaultLike } from './printers/fault-text.ts';

type Input = Readonly<Record<string, unknown>>;

export interface MeantTest {
  readonly test: string;
  readonly input: Input;
  /** Quoted for a shell. */
  readonly line: string;
}

/** None for other faults, and for faults that do not name the text that was not found. */
export function meantTests(
  { code, details }: FaultLike,
  { command, positionals }: Pick<AnyTool, 'command' | 'positionals'>,
  input: Input,
  args: readonly string[],
): readonly MeantTest[] {
  const { test: text, near } = details as { readonly test?: unknown; readonly near?: readonly string[] };
  const field = positionals.find((name) => text !== undefined && input[name] === text);
  if (code !== 'UNKNOWN_TEST' || field === undefined || near === undefined) return [];
  return near.map((test) => {
    const words = args.map((word) =>
      word === text ? test : word === `--${field}=${text}` ? `--${field}=${test}` : word,
    );
    return {
      test,
      input: { ...input, [field]: test },
      line: ['unflake', ...command.split(' '), ...words].map(quoteWord).join(' '),
    };
  });
}

/** The text below the fault. */
export function copyLine([first, another]: readonly MeantTest[]): string {
  if (first === undefined) return '';
  return `  ${another === undefined ? 'To continue with it' : 'For the first'}: ${first.line}\n`;
}
