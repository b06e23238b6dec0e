/** Input faults name fields; the command line names its flags and arguments. */

import { type InputProblem, problemText } from '../tools/lib/envelope-problems.ts';
import { kebab } from './flags.ts';
import type { FaultLike } from './printers/fault-text.ts';

export function nameFlags(fault: FaultLike, positionals: readonly string[]): FaultLike {
  const problems = fault.details.problems as readonly InputProblem[] | undefined;
  if (fault.code !== 'INVALID_INPUT' || problems === undefined) return fault;
  // Only messages that are built from the problems are rewritten; a tool's own messages stay.
  if (fault.message !== problems.map((problem) => problemText(problem)).join('; ')) return fault;
  const name = (field: string) => {
    const [top] = field.split('.', 1);
    return positionals.includes(top!) ? `<${kebab(top!)}>` : `--${kebab(top!)}`;
  };
  return { ...fault, message: problems.map((problem) => problemText(problem, name)).join('; ') };
}
