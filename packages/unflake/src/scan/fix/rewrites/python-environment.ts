/** Python: the environment through pytest's `monkeypatch`, which puts it back. */
import type { Node } from '../../syntax/parser.ts';
import { countOf, type Edit, type FixPlace, ofKind, type Rewrite, replaced } from '../rewrite.ts';
import { pytestFunction, withFixture } from './python-names.ts';

export const pythonEnvironment: Rewrite = {
  rule: 'python/env-left-behind',
  does: 'changes the environment through `monkeypatch`, which puts it back',
  edits: throughMonkeypatch,
};

function throughMonkeypatch(place: FixPlace): readonly Edit[] | null {
  const [node] = place.nodes;
  const test = pytestFunction(node);
  const statement = place.nodes.find((one) => one.is('expression_statement') || one.is('delete_statement'));
  if (test === null || statement === undefined) return null;
  const parameters = test.field('parameters')?.text() ?? '';
  if (
    countOf('monkeypatch', test.text()) > countOf('monkeypatch', parameters) &&
    countOf('monkeypatch', parameters) === 0
  )
    return null;
  const text = patched(place);
  const fixture = withFixture(test, 'monkeypatch');
  return text === null || fixture === null ? null : [...fixture, replaced(statement, text)];
}

function patched(place: FixPlace): string | null {
  const assignment = ofKind(place, 'assignment');
  if (assignment !== null) {
    const key = keyOf(assignment.field('left'));
    const value = assignment.field('right');
    return key === null || value === null || value.is('assignment')
      ? null
      : `monkeypatch.setenv(${key}, ${value.text()})`;
  }
  const deletion = ofKind(place, 'delete_statement');
  if (deletion !== null) {
    const key = keyOf(deletion.namedChildren()[0] ?? null);
    return key === null ? null : `monkeypatch.delenv(${key})`;
  }
  const call = ofKind(place, 'call');
  const callee = call?.field('function')?.text() ?? '';
  const args = call?.field('arguments')?.namedChildren() ?? [];
  if (/(?:^|\.)chdir$/.test(callee) && args.length === 1) return `monkeypatch.chdir(${args[0]!.text()})`;
  if (/\benviron\.pop$/.test(callee) && args.length === 2 && args[1]!.text() === 'None')
    return `monkeypatch.delenv(${args[0]!.text()}, raising=False)`;
  return null;
}

function keyOf(target: Node | null): string | null {
  return target?.is('subscript') ? (target.field('subscript')?.text() ?? null) : null;
}
