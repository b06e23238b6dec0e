import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { startOfPath, TOUCHES, touchedPaths } from './opened-paths.ts';

const OF_ONE_MACHINE =
  /^(?:\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib)(?:\/|$))[\w.-]+\/|[A-Za-z]:[\\/](?!Te?mp))/;

export const absolutePath: Rule = {
  id: 'python/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes at a place that one machine has',
  why: 'On any other machine the file is not there, or is another one.',
  fix: 'Start from the test’s own file: `Path(__file__).parent / "data"`; write to `tmp_path`.',
  find: [
    calls(
      TOUCHES,
      ({ node, name, file }) =>
        functionAround(node) !== null &&
        touchedPaths(node, name, file).some((path) => OF_ONE_MACHINE.test(startOfPath(path, file) ?? '')),
    ),
  ],
};
