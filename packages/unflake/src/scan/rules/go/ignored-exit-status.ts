import { calls, type Rule } from '../rule.ts';
import { calleeOf, functionAround, isAtTheEnd } from './around.ts';
import { inTest } from './sample.ts';
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
  flags: [
    inTest('os/exec', 'exec.Command("git", "init").Run()', 'check(t)'),
    inTest('os/exec', 'out, _ := exec.Command("shopctl", "list").Output()', 'check(t, out)'),
    inTest('os/exec', 'cmd := exec.Command("make", "seed")', 'cmd.Dir = dir', '_ = cmd.Run()', 'check(t)'),
    inTest('os/exec', 'cmd := exec.CommandContext(ctx, "make")', 'text, _ := cmd.CombinedOutput()', 'check(t, text)'),
  ],
  allows: [
    inTest('os/exec', 'if err := exec.Command("git", "init").Run(); err != nil {', '\tt.Fatal(err)', '}'),
    inTest('os/exec', 'out, err := exec.Command("shopctl").Output()', 'check(t, out, err)'),
    inTest('os/exec', 'defer exec.Command("docker", "rm", "-f", id).Run()', 'check(t)'),
    inTest('', 'server.Run()', 'out, _ := report.Output()', 'check(t, out)'),
  ],
};
