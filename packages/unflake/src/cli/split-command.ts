/** Finds the command among the arguments; everything else is left to the command's own flags. */
import { UnflakeError } from '../contract/faults.ts';
import { didYouMean } from '../tools/lib/near-match.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';

export interface Split {
  readonly command: string | null;
  /** All arguments except the command, in their order. */
  readonly args: readonly string[];
}

/** Global flags may come before the command, so their values must not be taken for it. */
export function splitCommand(argv: readonly string[]): Split {
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i]!;
    if (argument === '--') break;
    if (!argument.startsWith('-') || argument === '-') {
      return { command: argument, args: [...argv.slice(0, i), ...argv.slice(i + 1)] };
    }
    if (takesNext(argument)) i += 1;
  }
  return { command: null, args: argv };
}

function takesNext(argument: string): boolean {
  const [name] = argument.replace(/^--/, '').split('=', 1);
  const flag = GLOBAL_FLAGS.find((candidate) => candidate.name === name);
  if (argument === '-h' || argument === '-V' || argument === '--version') return false;
  if (!flag) {
    const known = GLOBAL_FLAGS.map((candidate) => `--${candidate.name}`);
    throw new UnflakeError('INVALID_INPUT', `${argument} is not a flag here${didYouMean(argument, known)}`, {
      problems: [{ field: argument, value: null, expected: 'a flag of every command, or a command first' }],
    });
  }
  return flag.value !== null && !argument.includes('=');
}
