/** A kind of rule: what it says once for all languages, and a row a language: where to look and how to fix it. */
import type { Language } from '../syntax/language.ts';
import type { LanguageRule, Rule } from './rule.ts';

export interface Kind extends Pick<Rule, 'cause' | 'severity' | 'where' | 'message' | 'why'> {
  readonly name: string;
  readonly languages: Partial<Readonly<Record<Language, LanguageRule>>>;
}

export const kindOf = (kind: Kind): Kind => kind;

/** The rules of a kind, one a language. */
export function rulesOf({ name, languages, ...said }: Kind): readonly Rule[] {
  return Object.entries(languages).map(([language, own]) => ({
    id: `${language as Language}/${name}` as const,
    ...said,
    ...own,
  }));
}
