import { functionAround } from '../../semantics/python/around.ts';
import { startOfPath, TOUCHES, touchedPaths } from '../../semantics/python/opened-paths.ts';
import { calls, type LanguageRule } from '../rule.ts';

const OF_ONE_MACHINE =
  /^(?:\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib)(?:\/|$))[\w.-]+\/|[A-Za-z]:[\\/](?!Te?mp))/;

export const python: LanguageRule = {
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
