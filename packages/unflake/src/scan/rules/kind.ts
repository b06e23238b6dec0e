/** A kind of rule: what it says and what it asks once for all languages, and a row a language: where to look and how to fix it. */
import type { SourceFile } from '../facts/source-file.ts';
import { SEMANTICS } from '../semantics/index.ts';
import type { Language } from '../syntax/language.ts';
import type { Node } from '../syntax/parser.ts';
import type { Answer, Call, Find, LanguageRule, Rule } from './rule.ts';

export interface Kind
  extends Pick<Rule, 'cause' | 'severity' | 'where' | 'message' | 'why' | 'isUnsure' | 'sureOutsideTests'> {
  readonly name: string;
  /** Asked of every place that a row finds, in every language. */
  readonly when?: (place: Node, file: SourceFile) => boolean;
  readonly languages: Partial<Readonly<Record<Language, LanguageRule>>>;
}

export const kindOf = (kind: Kind): Kind => kind;

/** The rules of a kind, one a language. */
export function rulesOf({ name, when, languages, ...said }: Kind): readonly Rule[] {
  return Object.entries(languages).map(([language, own]) => ({
    id: `${language as Language}/${name}` as const,
    ...said,
    ...own,
    find: own.find.flatMap((find) =>
      inLanguage(when === undefined ? find : narrowed(find, when), language as Language),
    ),
  }));
}

/** Calls as the language writes them. */
function inLanguage(find: Find, language: Language): readonly Find[] {
  return 'calls' in find ? (SEMANTICS[language].findCalls?.(find) ?? [find]) : [find];
}

function narrowed(find: Find, asks: NonNullable<Kind['when']>): Find {
  const narrow = (answer: Answer, place: Node, file: SourceFile): Answer =>
    answer === true ? asks(place, file) : answer !== false && answer.filter((one) => asks(one, file));
  return 'calls' in find
    ? { ...find, when: (call: Call) => narrow(find.when?.(call) ?? true, call.node, call.file) }
    : { ...find, when: (node, file) => narrow(find.when?.(node, file) ?? true, node, file) };
}
