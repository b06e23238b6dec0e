import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { callsIn, functionAround, isTest } from './around.ts';
import { isScoped, runsForEver, SPAWNS } from './background.ts';
import { givenTo, unpacked } from './chains.ts';
import { inAsyncTest, inFile, inTest } from './sample.ts';
import { initialOf, usesOf } from './variables.ts';

export const threadLeftBehind: Rule = {
  id: 'rust/thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts something that runs on when the test is over',
  why: 'It keeps using the processor, the port and the state that later tests need, and its panic is printed in one of them.',
  fix: 'End it: `child.kill()` and `child.wait()`, `task.abort()`, or a channel whose closing ends the loop, then `join()`.',
  find: [
    calls(SPAWNS, ({ node, file }) => {
      const scope = functionAround(node, file);
      if (!isTest(scope, file) || isScoped(node) || !runsForEver(node)) return false;
      const handle = givenTo(unpacked(node));
      return (
        handle === '' ||
        handle === '_' ||
        (handle !== null &&
          callsIn(scope, `^${handle.replace(/^mut /, '')}\\.(?:abort|join|is_finished|abort_handle)$`).length === 0)
      );
    }),
    calls(['*.spawn'], ({ node, args, file }) => {
      if (args.length > 0) return false;
      const on = node.field('function')?.field('value');
      const scope = functionAround(node, file);
      const made = on?.is('identifier') ? (initialOf(on.text(), scope, file.root)?.text() ?? '') : (on?.text() ?? '');
      if (
        !/^(?:(?:std|tokio)::process::)?Command::(?:new|cargo_bin)\(/.test(made) ||
        /kill_on_drop\(\s*true/.test(scope.text())
      )
        return false;
      const child = givenTo(unpacked(node));
      if (child === null) return false;
      const name = child.replace(/^mut /, '');
      if (name === '' || name.startsWith('_')) return true;
      return (
        callsIn(scope, `^${name}(?:\\.\\w+\\(\\))?\\.(?:wait\\w*|kill|start_kill|try_wait)$`).length === 0 &&
        !isHandedOn(name, scope)
      );
    }),
  ],
  flags: [
    inTest('std::thread', 'thread::spawn(|| loop { step(); });', 'assert!(works());'),
    inTest(
      'std::process::Command',
      'let mut server = Command::new("redis-server").spawn().unwrap();',
      'assert!(server.id() > 0);',
    ),
    inTest(
      'std::process::Command',
      'Command::new("agent").arg("-f").spawn().expect("agent");',
      'assert!(reachable());',
    ),
    inAsyncTest('', 'let pump = tokio::spawn(async move { loop { tick().await; } });', 'assert!(works().await);'),
  ],
  allows: [
    inTest('std::thread', 'let h = thread::spawn(|| loop { if stop() { break; } });', 'h.join().unwrap();'),
    inTest(
      'std::process::Command',
      'let mut server = Command::new("redis-server").spawn().unwrap();',
      'assert!(reachable());',
      'server.kill().unwrap();',
      'server.wait().unwrap();',
    ),
    inAsyncTest(
      '',
      'let pump = tokio::spawn(async move { loop { tick().await; } });',
      'assert!(works().await);',
      'pump.abort();',
    ),
    inFile(
      'std::process::{Child,Command}',
      'fn start() -> Child {\n    let child = Command::new("agent").spawn().unwrap();\n    child\n}',
    ),
    inTest('', 'let plant = garden.spawn();', 'assert!(plant.grows());'),
  ],
};

/** Given to somebody who may end it: returned, stored, or passed by value. */
function isHandedOn(name: string, scope: Node): boolean {
  return usesOf(name, scope).some((use) =>
    /^(?:arguments|field_initializer|shorthand_field_initializer|block|return_expression|tuple_expression)$/.test(
      (use.parent()?.kind() as string) ?? '',
    ),
  );
}
