/** From a kind to its rules, one a language. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { isOfMock, mustFail } from '../semantics/expected-failure.ts';
import { SEMANTICS } from '../semantics/index.ts';
import { testsIn } from '../semantics/place.ts';
import type { Language } from '../syntax/language.ts';
import type { Answer, Call, Find, Kind, Rule } from './rule.ts';

export const rulesOf = ({ name, when, languages, isSure, ...said }: Kind): readonly Rule[] =>
  Object.entries(languages).map(([language, own]) => ({
    id: `${language as Language}/${name}` as const,
    ...said,
    ...own,
    ...(isSure === undefined ? {} : { isSure: surely(isSure, said.cause !== null) }),
    find: own.find.flatMap((find) =>
      inLanguage(when === undefined ? find : narrowed(find, when), language as Language),
    ),
  }));

/** What must fail, or is only described to a mock, changes nothing, in every kind that has a cause. */
const surely =
  (isSure: NonNullable<Kind['isSure']>, hasCause: boolean): NonNullable<Rule['isSure']> =>
  (place, file) =>
    isSure(place, file) && !(hasCause && (isNotCollected(place, file) || isOfMock(place) || mustFail(place, file)));

/** A file beside the tests that holds none may be started by hand alone; with a shell, suites start what they need. No runner takes `_a.py`. */
const isNotCollected = (place: Node, file: SourceFile): boolean =>
  /(?:^|\/)_[^/]*$/.test(file.path) ||
  (file.isTestFile && file.language !== 'shell' && file.testAround(place) === null && testsIn(file).length === 0);

/** Calls as the language writes them. */
const inLanguage = (find: Find, language: Language): readonly Find[] =>
  'calls' in find ? (SEMANTICS[language].findCalls?.(find) ?? [find]) : [find];

function narrowed(find: Find, asks: NonNullable<Kind['when']>): Find {
  const narrow = (answer: Answer, place: Node, file: SourceFile): Answer =>
    answer === true ? asks(place, file) : answer !== false && answer.filter((one) => asks(one, file));
  return 'calls' in find
    ? { ...find, when: (call: Call) => narrow(find.when?.(call) ?? true, call.node, call.file) }
    : { ...find, when: (node, file) => narrow(find.when?.(node, file) ?? true, node, file) };
}
