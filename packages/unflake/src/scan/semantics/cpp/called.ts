/** Calls in C and C++, also with the colons before them that mean the outermost namespace: `::setenv(…)`. */
import { type Answer, type Call, calls, type FindCalls } from '../../rules/rule.ts';

export function called(names: readonly string[], when?: (call: Call) => Answer): FindCalls {
  const outermost = names.filter((name) => !name.startsWith('*')).map((name) => `?.${name}`);
  return calls([...names, ...outermost], (call) => {
    if (!call.name.startsWith('?')) return when?.(call) ?? true;
    const isOutermost = call.node.field('function')?.text().startsWith('::') === true;
    const isAsked = isOutermost || names.includes(`*.${call.name.slice(call.name.lastIndexOf('.') + 1)}`);
    return isAsked && (when?.(call) ?? true);
  });
}
