/** Every rule has its page and no page speaks of a rule that is gone. That each page is current is held with the other generated docs. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generatedDocs } from '../../../../scripts/docs/generated.mjs';
import { rulePage } from '../../src/scan/report/rule-page.ts';
import { RULES } from '../../src/scan/rules/index.ts';

const folder = fileURLToPath(new URL('../../../../docs/rules', import.meta.url));
const docs = generatedDocs();
const generated = Object.keys(docs).filter((path) => path.startsWith('docs/rules/'));

test('docs/rules holds what the generator writes and nothing else; else run `npm run build && node scripts/docs/write.mjs`', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  expect(files.map((path) => `docs/rules/${path}`).sort()).toEqual(generated.toSorted());
});

/** The page is written, and has the part that the link names. */
function isThere(link: string): boolean {
  const [path, part] = link.split('#') as [string, string];
  return docs[path]?.includes(`<a id="${part}"></a>`) ?? false;
}

test('every rule is led to its page', () => {
  expect(RULES.map(({ id }) => rulePage(id)).filter((link) => !isThere(link))).toEqual([]);
});
