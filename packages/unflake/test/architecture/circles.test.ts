/** Files that import each other are one file in two pieces, also when only their types do. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));

const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort();

const imports = new Map(
  paths.map((path) => {
    const found = [...readFileSync(join(src, path), 'utf8').matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+)'/g)];
    return [path, found.map(([, name]) => relative(src, resolve(dirname(join(src, path)), name!)))];
  }),
);

test('no files import each other, by way of others or directly, for values or for types', () => {
  expect(circles()).toEqual([]);
});

/** Tarjan: the groups of files each of which reaches every other. */
function circles(): readonly string[] {
  const found: string[] = [];
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): void => {
    number.set(path, number.size);
    lowest.set(path, number.get(path)!);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!number.has(next)) visit(next);
      if (open.includes(next)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(next)!));
    }
    if (lowest.get(path) !== number.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) found.push(group.sort().join(' '));
  };
  for (const path of paths) if (!number.has(path)) visit(path);
  return found;
}
