import { isTouched } from '../../semantics/javascript/touched-paths.ts';
import { type LanguageRule, nodes } from '../rule.ts';

const ELSEWHERE =
  '(?:/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var/(?:lib|log|www))/|/etc/|[A-Za-z]:(?:\\\\\\\\|/)(?:Users|Program|Projects|dev|src|work|data))';

export const javascript: LanguageRule = {
  fix: 'Start from the test’s own file: `new URL("./fixtures/a.json", import.meta.url)`, `path.join(__dirname, …)`, or from a temporary folder.',
  find: [
    nodes({ rule: { kind: 'string', regex: `^["']${ELSEWHERE}` } }, isTouched),
    nodes({ rule: { kind: 'template_string', regex: `^\`${ELSEWHERE}` } }, isTouched),
  ],
};
