import { readsClock } from '../../semantics/shell/clock.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const shell: LanguageRule = {
  fix: 'Let the caller say which time it is: an argument, a variable such as `NOW`, `date -u -d "@$NOW"`.',
  find: [
    nodes({ rule: { kind: 'command', regex: '\\bdate\\b|%\\([^)]*\\)T' } }, readsClock),
    nodes({ rule: { kind: 'simple_expansion', regex: '^\\$EPOCH(?:SECONDS|REALTIME)$' } }),
    nodes({ rule: { kind: 'expansion', regex: '^\\$\\{EPOCH(?:SECONDS|REALTIME)\\b' } }),
  ],
};
