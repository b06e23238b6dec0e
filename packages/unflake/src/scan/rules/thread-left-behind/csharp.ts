import { heldName, isHandedOn, isLetGo, producer, sharedText, statementOf } from '../../semantics/place.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'End it where failures pass too: `thread.Join()`, `using var process = …` with `Kill()` in `Dispose`, `await host.StopAsync()`.',
  find: [
    calls(['System.Threading.Thread'], ({ node: made, file }) => {
      const node = producer(made);
      const statement = statementOf(node).text();
      if (/\.Join\(|IsBackground\s*=\s*true/.test(statement)) return false;
      const name = heldName(node);
      if (name === null) return /\.Start\(/.test(statement);
      const ends = 'Join|Interrupt|Abort|ForEach|IsBackground\\s*=\\s*true';
      const shared = sharedText(node, file);
      return (
        !isHandedOn(name, node, file) &&
        !isLetGo(name, ends, node, file) &&
        !new RegExp(`foreach \\([^)]* in ${name}\\)[^}]*\\.Join\\(|\\.Add\\(${name}\\)`).test(shared)
      );
    }),
    calls(['System.Diagnostics.Process.Start'], ({ node, file }) => {
      const statement = statementOf(node).text();
      if (/^using\b|\.WaitForExit/.test(statement)) return false;
      const name = heldName(node);
      if (name === null) return node.parent()?.is('expression_statement') === true;
      return (
        !isHandedOn(name, node, file) &&
        !isLetGo(name, 'Kill|WaitForExit\\w*|Dispose|Close|CloseMainWindow', node, file)
      );
    }),
  ],
};
