/** Shell and BATS: functions; what BATS runs around its tests; commands that are called through `run`. */
import { named } from '../../syntax/node.ts';
import type { DefinedName, Defines } from '../defines.ts';

const AROUND_TESTS = /^(?:setup|teardown)(?:_file|_suite)?$|^(?:oneTime)?(?:setUp|tearDown)$/;
const CALLS_WHAT_FOLLOWS = /^(?:run|bats_pipe|eval|exec|time|command|retry|trap|assert|refute)$/;

export const shellDefines: Defines = {
  nodes: [{ kind: 'function_definition' }],
  read: (node, _kind, test): DefinedName | null => {
    const name = node.field('name')?.text();
    if (name === undefined) return null;
    const title = test(node);
    if (title !== null) return { kind: 'test', name: title };
    return AROUND_TESTS.test(name) ? { kind: 'fixture', name, automatic: true } : { kind: 'function', name };
  },
  loadsByCall: (node, callee) => {
    if (!/^(?:source|\.|load|bats_load_library)$/.test(callee)) return [];
    const path = named(node)[1]
      ?.text()
      .replace(/^(["'])(.*)\1$/, '$2');
    return path === undefined ? [] : [path];
  },
  calledBy: (node, callee) => {
    if (!CALLS_WHAT_FOLLOWS.test(callee)) return { names: [], sure: false };
    const words = named(node)
      .slice(1)
      .map((part) => part.text().replace(/^(["'])(.*)\1$/, '$2'))
      .find((text) => !/^[-!]/.test(text));
    const name = /^[\w-]+/.exec(words ?? '')?.[0];
    return { names: name === undefined ? [] : [name], sure: true };
  },
};
