import { isTouched } from '../../semantics/java/touched-paths.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const java: LanguageRule = {
  fix: 'Load it from the class path (`getClass().getResourceAsStream("/a.json")`), or write it to a `@TempDir`.',
  find: [
    nodesOf(
      'string_literal',
      /^"(?:\/(?:home|Users|root|opt|srv|mnt|data|media|Volumes|var\/(?:lib|log|www))\/|\/etc\/|[A-Za-z]:(?:\\\\|\/)(?:Users|Program|Projects|dev|src|work|data|workspace))/,
      isTouched,
    ),
  ],
};
