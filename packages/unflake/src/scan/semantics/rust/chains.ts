/** Chains of calls in Rust: what is called on a value, and who gets the result in the end. */
import { isSame } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { methodOf } from './around.ts';

/** From the inside out: every node that stands for the value after one more call, `?`, `.await` or `&`. */
function* steps(value: Node): Generator<Node> {
  for (let inner = value; ; ) {
    const outer = inner.parent();
    if (outer === null) return;
    const kind = outer.kind();
    if (kind === 'field_expression') {
      const on = outer.field('value');
      if (on === null || !isSame(on, inner)) return;
    } else if (kind === 'call_expression') {
      const callee = outer.field('function');
      if (callee === null || !isSame(callee, inner)) return;
    } else if (
      !/^(?:try_expression|await_expression|reference_expression|parenthesized_expression|generic_function)$/.test(kind)
    )
      return;
    yield outer;
    inner = outer;
  }
}

/** Names of the methods that are called on a value one after the other. */
export function methodsOn(value: Node): readonly string[] {
  return [...steps(value)].filter((node) => node.is('call_expression')).map(methodOf);
}

/** The whole chain. */
export function wholeOf(value: Node): Node {
  return [...steps(value)].at(-1) ?? value;
}

/** Only as far as the result is unpacked: `.unwrap()`, `?`, `.await`. */
export function unpacked(value: Node): Node {
  let last = value;
  for (const step of steps(value)) {
    if (step.is('call_expression') && !/^(?:unwrap\w*|expect|await|context|map_err|ok|as_ref)$/.test(methodOf(step)))
      break;
    if (!step.is('field_expression') && !step.is('generic_function')) last = step;
  }
  return last;
}

/** The name that a value is given, `_` included; an empty one when it is thrown away; null when something else takes it. */
export function givenTo(value: Node): string | null {
  const outer = value.parent();
  if (outer === null) return null;
  if (outer.is('expression_statement')) return '';
  if (outer.is('let_declaration')) return outer.field('pattern')?.text() ?? null;
  return null;
}
