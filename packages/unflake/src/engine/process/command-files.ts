/** Files of a command: those that it wants to find, and those that its adapter wants to read afterwards. */
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A larger report is truncated and read like any half-written report. */
const REPORT_LIMIT = 64 * 1024 * 1024;

export function writeCommandFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (name.includes('/')) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Text of each path that exists and can be read as a file. */
export function readLeftFiles(paths: readonly string[]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const text = readBounded(path);
    if (text !== undefined) texts[path] = text;
  }
  return texts;
}

function readBounded(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const fd = openSync(path, 'r');
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(stat.size, REPORT_LIMIT));
    const length = readSync(fd, bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(fd);
  }
}
