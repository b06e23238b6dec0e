import type { SourceFile } from '../../facts/source-file.ts';
import { classAround, functionAround, scopeAround } from '../../semantics/python/around.ts';
import { callOf, callsIn } from '../../semantics/python/calls-in.ts';
import { mentions } from '../../semantics/python/fate.ts';
import { assignmentsTo } from '../../semantics/python/outline.ts';
import { isPutBack } from '../../semantics/python/put-back.ts';
import { quoted } from '../../semantics/undone.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const PATCHES = /(?:^|\.)(?:patch|patch\.\w+|freeze_time|travel|MonkeyPatch)$/;

export const python: LanguageRule = {
  fix: 'Use `monkeypatch.setattr`, `with mock.patch(…):`, or `self.addCleanup(patcher.stop)` right after `start()`.',
  find: [
    calls(
      '*.start',
      ({ node, file }) => functionAround(node) !== null && isPatcher(node, file) && !isStopped(node, file),
    ),
    nodesOf('assignment', /^[A-Za-z_][\w.]*\.\w+ *=[^=]/, (node, file) => {
      if (node.text().startsWith('self.')) return false;
      const left = node.field('left');
      return left?.is('attribute') === true && isImported(left, file) && isLeft(node, left.text(), file);
    }),
    nodesOf('assignment', /modules\[/, (node, file) => {
      const held = node.field('left')?.field('value');
      return (
        held != null && file.meanings(held.text(), held).includes('sys.modules') && isLeft(node, 'sys.modules', file)
      );
    }),
    calls(
      'setattr',
      ({ node, args, file }) =>
        args[0]?.is('identifier') === true &&
        file.imports.names.has(args[0].text()) &&
        isLeft(node, args[0].text(), file),
    ),
  ],
};

/** `patch(…).start()`, or `start` on a name that was given a patch. */
function isPatcher(start: Node, file: SourceFile): boolean {
  const object = start.field('function')?.field('object');
  if (object == null) return false;
  const isPatch = (node: Node | null | undefined) => node?.is('call') === true && PATCHES.test(callOf(node).callee);
  if (isPatch(object)) return true;
  const scopes = [functionAround(start), classAround(start), file.root].filter((scope) => scope !== null);
  return scopes.some((scope) => assignmentsTo(object.text(), scope, file).some((node) => isPatch(node.field('right'))));
}

function isStopped(start: Node, file: SourceFile): boolean {
  const name = callOf(start).on ?? '';
  const where = classAround(start) ?? scopeAround(start, file);
  return callsIn(where, file).some(
    ({ last, on, args }) =>
      last === 'stopall' ||
      (last === 'stop' && on === name) ||
      (/Cleanup|finalizer|callback/.test(last) &&
        args.some((arg) => mentions(arg, name) || /stopall/.test(arg.text()))),
  );
}

/** An attribute of a module or a class that the file imports, not of something the test made. */
function isImported(left: Node, file: SourceFile): boolean {
  const written = left.text();
  if (!file.imports.names.has(written.slice(0, written.indexOf('.')))) return false;
  return file.meanings(written, left).some((name) => !name.startsWith('?'));
}

const isLeft = (node: Node, target: string, file: SourceFile): boolean =>
  !isPutBack({
    node,
    file,
    restores: new RegExp(`(?:^|[^\\w.])${quoted(target)}\\b|reload\\(`),
    guards: new RegExp(
      `(?:patch|redirect|override)[\\s\\S]*${quoted(target.split('.').at(-1)!)}|patch\\.dict|redirect_std|override_settings|\\bsettings\\b`,
    ),
  });
