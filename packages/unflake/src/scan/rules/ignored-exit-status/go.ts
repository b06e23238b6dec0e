import { calleeOf, functionAround, isAtTheEnd } from '../../semantics/go/around.ts';
import { declared, givenTo } from '../../semantics/go/variables.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Check the error: `if err := cmd.Run(); err != nil { t.Fatal(err) }`; `CombinedOutput` has what the program said.',
  find: [
    calls('*.Run *.Output *.CombinedOutput', ({ node, args, file }) => {
      if (args.length > 0 || isAtTheEnd(node)) return false;
      const on = calleeOf(node).replace(/\.\w+$/, '');
      const command = /^\w+$/.test(on) ? (declared(on, functionAround(node, file))?.text() ?? '') : on;
      if (!/^exec\.Command(?:Context)?\(/.test(command) || file.imports.names.get('exec') !== 'os/exec') return false;
      const names = givenTo(node);
      return names !== null && (names.length === 0 || names.at(-1) === '_');
    }),
  ],
};
