import { onlyMeasures } from '../../semantics/go/only-measures.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Take the time as an argument, or a field `now func() time.Time` that is `time.Now` outside tests; `testing/synctest` gives a test its own clock.',
  find: [calls(['time.Now'], ({ node, file }) => !onlyMeasures(node, file))],
};
