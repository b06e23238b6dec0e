import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/rust/around.ts';
import { givenTo, methodsOn, unpacked } from '../../semantics/rust/chains.ts';
import { initialOf, usesOf } from '../../semantics/rust/variables.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Check it: `assert!(status.success())`; with `assert_cmd`, `.assert().success()`.',
  find: [
    calls('*.status *.output *.wait', ({ node, name, args, file }) => {
      if (args.length > 0 || !name.startsWith('?.') || !isCommand(node, name, file)) return false;
      // To clean up is to try.
      if (nearest(node, ['impl_item'])?.text().startsWith('impl Drop') === true) return false;
      if (methodsOn(node).some((method) => /^(?:success|code|status|is_ok|is_err|map|and_then)$/.test(method)))
        return false;
      const result = givenTo(unpacked(node));
      if (result === null) return false;
      if (result === '' || result === '_') return true;
      const uses = usesOf(result.replace(/^mut /, ''), functionAround(node, file)).filter(
        (use) => use.start() > node.end(),
      );
      return (
        name.endsWith('.output') &&
        uses.length > 0 &&
        uses.every((use) => use.parent()?.field('field')?.text() === 'stdout')
      );
    }),
  ],
};

/** The chain, or the variable that it starts with, began as a command; a child that was killed is only reaped. */
function isCommand(call: Node, name: string, file: SourceFile): boolean {
  if (name.endsWith('.wait')) return false;
  const text = call.field('function')?.text() ?? '';
  const first = /^(\w+)\s*\./.exec(text)?.[1];
  const source = first === undefined ? text : (initialOf(first, functionAround(call, file), file.root)?.text() ?? '');
  return /^(?:(?:std|tokio)::process::)?Command::new\(/.test(source);
}
