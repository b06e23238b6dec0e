/** The ways out of a rule's kind in its own language; where nobody has written any, what the rule says itself. */
import type { FixOption } from '../../contract/scan-report.ts';
import type { Rule } from '../rules/rule.ts';
import type { Language } from '../syntax/language.ts';
import { KIND_OPTIONS } from './options/index.ts';

export function fixOptions({ id, fix }: Pick<Rule, 'id' | 'fix'>): {
  readonly goal: string;
  readonly options: readonly FixOption[];
} {
  const [language, kind] = id.split('/') as [Language, string];
  const known = KIND_OPTIONS[kind];
  const own = known?.options.filter(({ code }) => code[language] !== undefined) ?? [];
  const options = own.map(({ name, code, pros, cons }, index) => ({
    name,
    code: code[language]!,
    pros,
    cons,
    recommended: index === 0,
  }));
  const said: FixOption = { name: fix, code: null, pros: [], cons: [], recommended: true };
  return { goal: known?.goal ?? 'The same run gives the same result.', options: options.length > 0 ? options : [said] };
}
