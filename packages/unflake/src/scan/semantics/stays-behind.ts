/** Whether what a test changes surely stays changed: other hands may put it back where a file, or a class that it extends, tears anything down. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { testNode } from './undone.ts';

/** In words of every language that we read. */
const TEARS_DOWN =
  /\b(?:after(?:Each|All)?|[Tt]ear[Dd]own\w*|tear_down|teardown_\w+|add_?[Cc]leanup|addfinalizer|ensure|finally|yield|Dispose(?:Async)?|restore\w*|unstub\w*|reset[A-Z]\w*|around)\b|@After|\[TearDown|\[TestCleanup|autouse/;

export const staysBehind = (place: Node, file: SourceFile): boolean => {
  if (testNode(place, file) === null) return false;
  // Whether anybody puts back is followed there from call to call, and no class is extended.
  return /^(?:go|rust)$/.test(file.language) || !TEARS_DOWN.test(file.text);
};
