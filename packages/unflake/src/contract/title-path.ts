/**
 * Ids for runners that name a test by file, nested titles and occurrence. Written as `file > outer > title`, with `\#2` behind the
 * second of two equal names. `\`, `>` and line breaks inside a title are escaped, so that every title can be given back.
 */
import { type TestId, testId } from './test-id.ts';

export interface TitlePath {
  readonly file: string;
  readonly titles: readonly string[];
  /** 1 for the first test of that name in its file. */
  readonly occurrence: number;
}

const SEPARATOR = ' > ';

export function formatTitlePath({ file, titles, occurrence }: TitlePath): TestId {
  const text = [file, ...titles].map(escapePart).join(SEPARATOR);
  return testId(occurrence > 1 ? `${text}\\#${occurrence}` : text);
}

export function parseTitlePath(id: string): TitlePath {
  const marked = /^([\s\S]*[^\\](?:\\\\)*|(?:\\\\)*)\\#(\d+)$/.exec(id);
  const parts = (marked ? marked[1]! : id).split(SEPARATOR).map(unescapePart);
  return { file: parts[0]!, titles: parts.slice(1), occurrence: marked ? Number(marked[2]) : 1 };
}

function escapePart(part: string): string {
  return part.replace(/[\\>\n\r]/g, (c) => (c === '\n' ? '\\n' : c === '\r' ? '\\r' : `\\${c}`));
}

function unescapePart(part: string): string {
  return part.replace(/\\([\\>nr])/g, (_, c: string) => (c === 'n' ? '\n' : c === 'r' ? '\r' : c));
}
