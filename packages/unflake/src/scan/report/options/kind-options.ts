/** Ways out of one kind of source, the recommended one first; with code per language, written to be pasted and adapted. */
import type { Language } from '../../syntax/language.ts';

export interface OptionText {
  readonly name: string;
  readonly code: Partial<Readonly<Record<Language, string>>>;
  readonly pros: readonly string[];
  readonly cons: readonly string[];
}

export interface KindOptions {
  /** What is true when it is done. */
  readonly goal: string;
  /** Of those with code for a language, the first is recommended. */
  readonly options: readonly [OptionText, ...OptionText[]];
}
