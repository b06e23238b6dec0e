import { calls, type Rule } from '../rule.ts';
import { calleeOf, functionAround, isAtTheEnd } from './around.ts';
import { declared, givenTo } from './variables.ts';

export const ignoredExitStatus: Rule = {
  id: 'go/ignored-exit-status',
  cause: { family: 'external', kind: 'service' },
  severity: 'warning',
  where: 'anywhere',
  message: 'runs a program and does not look at how it ended',
  why: 'When the program fails the test goes on with what was there before, and passes or fails for another reason.',
  fix: 'Check the error: `if err := cmd.Run(); err != nil { t.Fatal(err) }`; `CombinedOutput` has what the program said.',
  find: [
    calls(['*.Run', '*.Output', '*.CombinedOutput'], ({ node, args, file }) => {
      if (args.length > 0 || isAtTheEnd(node)) return false;
      const on = calleeOf(node).replace(/\.\w+$/, '');
      const command = /^\w+$/.test(on) ? (declared(on, functionAround(node, file))?.text() ?? '') : on;
      if (!/^exec\.Command(?:Context)?\(/.test(command) || file.imports.names.get('exec') !== 'os/exec') return false;
      const names = givenTo(node);
      return names !== null && (names.length === 0 || names.at(-1) === '_');
    }),
  ],
};
