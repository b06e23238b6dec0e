import { calleeOf, functionAround, isRunByTest } from '../../semantics/go/around.ts';
import { declared, hasMethod, leaves } from '../../semantics/go/variables.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'End it in `t.Cleanup`: cancel its context, `srv.Close()`, `cmd.Process.Kill()` and `cmd.Wait()`.',
  find: [
    nodes({ rule: { kind: 'go_statement' } }, (start, file) => {
      const call = named(start)[0];
      if (call === undefined || !isRunByTest(start, file)) return false;
      const scope = functionAround(start, file);
      const callee = call.field('function');
      if (callee?.is('func_literal')) return runsForEver(callee);
      return servesForEver(calleeOf(call), scope);
    }),
    calls(['*.Start'], ({ node, args, file }) => {
      const name = /^(\w+)\.Start$/.exec(calleeOf(node))?.[1];
      if (name === undefined || args.length > 0) return false;
      const scope = functionAround(node, file);
      const isCommand = /^exec\.Command(?:Context)?\(/.test(declared(name, scope)?.text() ?? '');
      return isCommand && !hasMethod(name, 'Wait|Kill|Signal|Release', scope) && !leaves(name, scope);
    }),
  ],
};

/** A loop without a condition, and nothing in the function that leaves it. */
function runsForEver(literal: Node): boolean {
  const endless = literal
    .findAll({ rule: { kind: 'for_statement' } })
    .filter((loop) => named(loop).every((part) => part.is('block') || part.is('comment')));
  return endless.some(
    (loop) =>
      loop.find({
        rule: {
          any: [
            { kind: 'return_statement' },
            { kind: 'break_statement' },
            { kind: 'goto_statement' },
            { kind: 'call_expression', regex: '^(?:panic|runtime\\.Goexit|os\\.Exit|log\\.Fatal)' },
          ],
        },
      } as never) === null,
  );
}

function servesForEver(callee: string, scope: Node): boolean {
  if (/^http\.(?:ListenAndServe(?:TLS)?|Serve(?:TLS)?)$/.test(callee)) return true;
  const server = /^(\w+)\.(?:Serve|ListenAndServe)(?:TLS)?$/.exec(callee)?.[1];
  if (server === undefined || !/^&?(?:http\.Server\b|grpc\.NewServer\()/.test(declared(server, scope)?.text() ?? ''))
    return false;
  return !hasMethod(server, 'Close|Shutdown|Stop|GracefulStop', scope) && !leaves(server, scope);
}
