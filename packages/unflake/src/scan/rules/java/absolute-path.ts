import { nodes, type Rule } from '../rule.ts';
import { isTouched } from './touched-paths.ts';

export const absolutePath: Rule = {
  id: 'java/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes a path of one machine',
  why: 'On another machine, or for another user, the path is not there or holds something else.',
  fix: 'Load it from the class path (`getClass().getResourceAsStream("/a.json")`), or write it to a `@TempDir`.',
  find: [
    nodes(
      {
        rule: {
          kind: 'string_literal',
          regex:
            '^"(?:/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var/(?:lib|log|www))/|/etc/|[A-Za-z]:(?:\\\\\\\\|/)(?:Users|Program|Projects|dev|src|work|data|workspace))',
        },
      },
      isTouched,
    ),
  ],
};
