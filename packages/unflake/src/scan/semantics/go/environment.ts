/** Changes of a Go process's environment and directory, and whether the test takes them back. */
import type { Call } from '../../rules/rule.ts';
import { callsIn } from '../calls.ts';
import { isAfter } from '../undone.ts';
import { argumentsOf, functionAround, functionName, isAtTheEnd, isMain, isOnlyShown } from './around.ts';
import { declared } from './variables.ts';

/** Functions that are there to put things back. */
const RESTORES = /^(?:reset|restore|revert|unset|clear)/i;

const RESTORING = '(?i)(?:reset|restore|revert)\\w*$';

export function isLeft({ node, name, args, file }: Call): boolean {
  if (isMain(node) || isOnlyShown(node) || isAtTheEnd(node)) return false;
  const scope = functionAround(node, file);
  if (RESTORES.test(functionName(node)) || callsIn(scope, RESTORING).some(isAtTheEnd)) return false;
  // Goes back, if late: the way there is flagged.
  if (name === 'os.Chdir' && /^os\.Getwd\(/.test(declared(args[0]?.text() ?? '', scope)?.text() ?? '')) return false;
  const undo = name === 'os.Chdir' ? '^os\\.Chdir$' : '^os\\.(?:Setenv|Unsetenv)$';
  const key = args[0]?.text();
  const isRestored = callsIn(scope, undo).some(
    (call) =>
      isAtTheEnd(call) &&
      (name !== 'os.Setenv' && name !== 'os.Unsetenv'
        ? true
        : argumentsOf(call)[0]?.text() === key || argumentsOf(call)[0]?.is('identifier') === true),
  );
  // Takes away what the test itself has set: meant as a restoring, and flagged where it is set.
  const isOwn =
    name === 'os.Unsetenv' &&
    callsIn(scope, '^os\\.Setenv$').some((call) => argumentsOf(call)[0]?.text() === key && isAfter(node, call));
  // `t.Setenv` first remembers the value, so that the test may change it afterwards as it likes.
  const isRemembered = callsIn(scope, '^\\w+\\.Setenv$').some(
    (call) => !/^os\./.test(call.text()) && argumentsOf(call)[0]?.text() === key,
  );
  const isChdirOfTest =
    name === 'os.Chdir' && callsIn(scope, '^\\w+\\.Chdir$').some((call) => !/^os\./.test(call.text()));
  return !isRestored && !isOwn && !isRemembered && !isChdirOfTest;
}
