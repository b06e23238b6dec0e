import { functionAround } from '../../semantics/javascript/around.ts';
import { textOf } from '../../semantics/javascript/constants.ts';
import { hasComment } from '../../semantics/javascript/reasons.ts';
import { quoted } from '../../semantics/undone.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const javascript: LanguageRule = {
  fix: 'Use `execFileSync`, which throws, or check `status` and `error` of what `spawnSync` returns.',
  find: [
    calls('child_process.spawnSync cross-spawn.sync', ({ node, file }) => isUnchecked(node) && !hasComment(node, file)),
    calls('child_process.execSync child_process.exec child_process.execFileSync', ({ node, args, file }) => {
      if (hasComment(node, file)) return false;
      if (/\|\|\s*(?:true|:)\s*$|;\s*true\s*$/.test(textOf(args[0], file) ?? '')) return true;
      return isSwallowed(node);
    }),
    calls('child_process.exec child_process.execFile', ({ node, args, file }) => {
      const callback = args.at(-1);
      if (
        callback === undefined ||
        !/^(?:arrow_function|function_expression)$/.test(callback.kind()) ||
        hasComment(node, file)
      )
        return false;
      const error = callback.field('parameter') ?? callback.field('parameters')?.namedChildren()[0];
      const name = /^[\w$]+/.exec(error?.text() ?? '')?.[0];
      const body = callback.field('body')?.text() ?? '';
      // The process itself can be asked, too.
      if (/\.(?:exitCode|signalCode)\b/.test(body)) return false;
      return name === undefined || !new RegExp(`\\b${quoted(name)}\\b`).test(body);
    }),
  ],
};

function isUnchecked(call: Node): boolean {
  const outer = call.parent();
  if (outer === null || outer.is('expression_statement')) return true;
  if (outer.is('member_expression')) return /^std(?:out|err)$/.test(outer.field('property')?.text() ?? '');
  if (!outer.is('variable_declarator')) return false;
  const target = outer.field('name')!;
  if (!target.is('identifier')) return !/\b(?:status|error|signal)\b/.test(target.text());
  const scope = (functionAround(call) ?? nearest(call, ['program']))?.text() ?? '';
  const uses = [...scope.matchAll(new RegExp(`(?<![\\w$.])${quoted(target.text())}(\\.\\w+|\\?\\.\\w+)?`, 'g'))].slice(
    1,
  );
  // Handed on as a whole, somebody else may look.
  return uses.every(([, member]) => member !== undefined && !/status|error|signal/.test(member));
}

function isSwallowed(call: Node): boolean {
  const around = nearest(call, ['try_statement', 'arrow_function', 'function_declaration']);
  if (!around?.is('try_statement') || !isInBody(around, call)) return false;
  const handler = around.field('handler')?.field('body')?.text() ?? 'x';
  return /^\{\s*\}$/.test(handler);
}

const isInBody = (attempt: Node, call: Node): boolean => {
  const body = attempt.field('body');
  return body !== null && body.start() <= call.start() && body.end() >= call.end();
};
