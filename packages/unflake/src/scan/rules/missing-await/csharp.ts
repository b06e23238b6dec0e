import { isDeferred } from '../../semantics/place.ts';
import { named } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Await it: `await Task.Run(…)`, `await client.SendAsync(…)`; a test returns `Task`, never `async void`.',
  find: [
    nodesOf('expression_statement', /Async(?:<[^()]*>)?\(/, (node, file) => {
      const call = named(node)[0];
      if (call?.is('invocation_expression') !== true || file.testAround(node) === null || isDeferred(node, file))
        return false;
      const callee = call.field('function')?.text() ?? '';
      // A chain that begins with a type builds something, for which `Async` is only a name.
      const builds = /^[A-Z]\w*\s*\.[\s\S]*\)\s*\.\w+$/.test(callee);
      return (
        /(?:^|\.)[A-Z]\w*Async(?:<[^()]*>)?$/.test(callee) &&
        !builds &&
        !/\.(?:Setup|Verify|Received|DidNotReceive)\b/.test(callee)
      );
    }),
    calls('System.Threading.Tasks.Task.Run System.Threading.Tasks.Task.Factory.StartNew', ({ node, file }) => {
      const isDropped = node.parent()?.is('expression_statement') === true || /^_ =/.test(node.parent()?.text() ?? '');
      return isDropped && file.testAround(node) !== null;
    }),
    nodesOf('method_declaration', /\basync void\b/, (node, file) =>
      file.dialect.test(node) !== null && node.field('returns')?.text() === 'void' ? [node.field('name')!] : false,
    ),
  ],
};
