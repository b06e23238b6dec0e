import { nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

const ELSEWHERE =
  '(?:/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var/(?:lib|log|www))/|/etc/|[A-Za-z]:(?:\\\\\\\\|/)(?:Users|Program|Projects|dev|src|work|data))';

export const absolutePath: Rule = {
  id: 'javascript/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes a path of one machine',
  why: 'On another machine, or for another user, the path is not there or holds something else.',
  fix: 'Start from the test’s own file: `new URL("./fixtures/a.json", import.meta.url)`, `path.join(__dirname, …)`, or from a temporary folder.',
  find: [
    nodes({ rule: { kind: 'string', regex: `^["']${ELSEWHERE}` } }, isTouched),
    nodes({ rule: { kind: 'template_string', regex: `^\`${ELSEWHERE}` } }, isTouched),
  ],
};
