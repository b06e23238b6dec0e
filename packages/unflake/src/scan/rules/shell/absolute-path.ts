import { nodes, type Rule } from '../rule.ts';
import { pathText, TOUCHING, touched } from './paths.ts';

const OF_ONE_MACHINE = /^\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib|run)(?:\/|$))[\w.-]+\/[\w.-]/;

export const absolutePath: Rule = {
  id: 'shell/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes at a place that one machine has',
  why: 'On any other machine the file is not there, or is another one.',
  fix: 'Start from the test’s own folder: `$BATS_TEST_DIRNAME/fixtures`; write below `$BATS_TEST_TMPDIR`.',
  find: TOUCHING.map((kind) =>
    nodes({ rule: { kind, regex: '(?:^|[\\s"\'=])/[\\w.-]+/' } }, (node, file) =>
      touched(node, file).some((path) => OF_ONE_MACHINE.test(pathText(path))),
    ),
  ),
};
