import { nodes, type Rule } from '../rule.ts';
import { pathText, TOUCHING, touched } from './paths.ts';
import { bats, product, script } from './sample.ts';

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
  flags: [
    bats('run diff out /home/jo/golden.txt', '[ "$status" -eq 0 ]'),
    bats('[ -x /opt/shop/bin/shop ]'),
    script('source /srv/shop/env.sh', 'shop'),
    bats('grep -q tea /Users/jo/notes.txt'),
  ],
  allows: [
    bats('run shop --explain /home/jo//x', '[ "$output" = /home/jo/x ]'),
    bats('run cat /dev/null', '[ "$output" = "" ]'),
    bats('grep -q root /etc/passwd'),
    bats('diff out "$BATS_TEST_DIRNAME/golden.txt"'),
    product('load() {', '  source /srv/shop/env.sh', '}'),
  ],
};
