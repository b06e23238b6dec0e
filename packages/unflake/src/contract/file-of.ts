/** The file a test id starts with, for ids of either form: `file > title` or `file::name`. Null for ids that name no file. */
import { parseTitlePath } from './title-path.ts';

export function fileOf(id: string): string | null {
  const titled = id.indexOf(' > ');
  const scoped = id.indexOf('::');
  if (titled < 0 && scoped < 0) return null;
  return scoped < 0 || (titled >= 0 && titled < scoped) ? parseTitlePath(id).file : id.slice(0, scoped);
}
