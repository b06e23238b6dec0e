/** Tests of shells that can hardly fail. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { named } from '../../syntax/node.ts';
import { commandsIn, functionsOf, isBats, isTest, nameOf } from './command.ts';

/** Cannot fail, or says nothing when it does. */
const SILENT = /^(?:echo|printf|:|true|sleep|cat|export|local|load|log|debug|cd)$/;

/** Lines that can be seen without the tree, as most tests have one. */
const SURELY_CHECKS = /^[ \t]*(?:(?:assert|refute|fail|verify|check|expect|should)\w*\b|\[\[?\s)/im;

export function assertsNothing(test: Node, file: SourceFile): boolean {
  if (!file.isTestFile || !isTest(test) || SURELY_CHECKS.test(test.text())) return false;
  const commands = commandsIn(test);
  if (
    commands.some(
      ({ name, node }) =>
        /^(?:skip|startSkipping|fail\w*)$/.test(name) ||
        /^(?:assert|refute|fail|verify|check|expect|should)/i.test(name) ||
        /^run\s+(?:-\d+|!)/.test(node.text()),
    )
  )
    return false;
  return isBats(file) ? hasOnlySilentLines(test) : !assertsThrough(test, file);
}

/** Every command of a BATS test is a check, except behind `run`. */
function hasOnlySilentLines(test: Node): boolean {
  const lines = named(test.field('body')).filter((node) => !node.is('comment'));
  return lines.every((line) => {
    if (line.is('variable_assignment') || line.is('declaration_command'))
      return line.find('command_substitution') === null;
    const command = line.is('redirected_statement') ? named(line)[0] : line;
    if (command === undefined || !command.is('command')) return false;
    const name = command.fieldText('name');
    return name === 'run' || SILENT.test(name);
  });
}

function assertsThrough(test: Node, file: SourceFile): boolean {
  const called = new Set(commandsIn(test).map(({ name }) => name));
  const own = functionsOf(file).filter((node) => called.has(nameOf(node)));
  const asserts = (scope: Node) =>
    commandsIn(scope).some(({ name }) => /^(?:assert|fail|refute|exit|return)/i.test(name)) ||
    scope.find('test_command') !== null;
  return asserts(test) || own.some(asserts);
}
