import { pathText, TOUCHING, touched } from '../../semantics/shell/paths.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const OF_ONE_MACHINE = /^\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib|run)(?:\/|$))[\w.-]+\/[\w.-]/;

export const shell: LanguageRule = {
  fix: 'Start from the test’s own folder: `$BATS_TEST_DIRNAME/fixtures`; write below `$BATS_TEST_TMPDIR`.',
  find: TOUCHING.map((kind) =>
    nodesOf(kind, /(?:^|[\s"'=])\/[\w.-]+\//, (node, file) =>
      touched(node, file).some((path) => OF_ONE_MACHINE.test(pathText(path))),
    ),
  ),
};
