/** The test whose code contains a line of a file, by the file's syntax tree and the titles of the suite's ids. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { openProject } from '../../../engine/subject/open-project.ts';
import { extract } from '../../../scan/index/extract.ts';
import type { Definition } from '../../../scan/index/file-facts.ts';
import { readSource } from '../../../scan/read-source.ts';
import { grammarsOf } from '../../../scan/syntax/language.ts';
import { loadParser, ParserMissing } from '../../../scan/syntax/parser.ts';
import { absolutePaths, type TestPlace, testsInFile } from './in-file.ts';
import { matchInside, matchName } from './match-name.ts';
import type { NamedId } from './named-id.ts';

export async function testsAtLine(
  path: string,
  line: number,
  tests: readonly NamedId[],
  place: TestPlace,
): Promise<readonly NamedId[]> {
  const found: NamedId[] = [];
  for (const file of filesAt(path, place)) {
    const inFile = testsInFile(file, tests, place);
    for (const titles of inFile.length === 0 ? [] : await titlesAt(file, line)) {
      const matched = matchTitles(titles, inFile, relative(place.folder, file), place);
      found.push(...matched);
      if (matched.length > 0) break;
    }
  }
  return found;
}

/** Only inside the project: a service must not read what its caller may not. */
function filesAt(path: string, place: TestPlace): readonly string[] {
  const isInside = (file: string) => !relative(place.root, file).startsWith('..') && existsSync(file);
  const direct = absolutePaths(path, place).find(isInside);
  if (direct !== undefined) return [direct];
  const written = `/${path.replace(/^(?:\.\/)+/, '')}`;
  const { files } = openProject(place.root);
  // The bare name of a file, or a path in another checkout, of which the longest suffix counts.
  const named = files.filter((file) => `/${file}`.endsWith(written));
  const elsewhere = files.filter((file) => written.endsWith(`/${file}`)).toSorted((a, b) => b.length - a.length);
  return [...named, ...elsewhere.slice(0, 1)].map((file) => join(place.root, file));
}

/** For each test around the line, from the inside out: its titles, with those of the enclosing scopes. */
async function titlesAt(file: string, line: number): Promise<readonly (readonly string[])[]> {
  const { text } = readSource(file);
  if (text === null) return [];
  try {
    const definitions = extract(file, text, await loadParser(grammarsOf([file])))?.definitions ?? [];
    return definitions
      .filter((one) => one.kind === 'test' && one.line <= line && line <= one.endLine)
      .toSorted((a, b) => a.endLine - a.line - (b.endLine - b.line))
      .map((one) => titlesOf(one, definitions));
  } catch (error) {
    if (error instanceof ParserMissing) return [];
    throw error;
  }
}

const HAS_TITLE: readonly Definition['kind'][] = ['test', 'class', 'group'];

function titlesOf(test: Definition, definitions: readonly Definition[]): readonly string[] {
  const titles: string[] = [];
  for (let at: Definition | undefined = test; at !== undefined; at = definitions[at.within]) {
    if (HAS_TITLE.includes(at.kind)) titles.unshift(at.name || (at.of ?? ''));
  }
  return titles;
}

/** First with the literal titles, then with placeholders for values, then by the test's own name. */
function matchTitles(
  titles: readonly string[],
  tests: readonly NamedId[],
  file: string,
  { names }: TestPlace,
): readonly NamedId[] {
  const around = (test: NamedId) => (names.startsWith === 'crate' ? modulesOf(file, test.file ?? '') : []);
  const nameIn = (test: NamedId) => [...around(test), ...titles].join(' > ');
  const exact = tests.filter((test) => matchName({ name: nameIn(test), whole: true }, [test]).length > 0);
  const whole = exact.filter((test) => test.titles.length === titles.length);
  if (exact.length > 0) return whole.length > 0 ? whole : exact;
  const patterns = titles.map(titlePattern);
  const filled = tests.filter(
    (test) => test.titles.length === patterns.length && patterns.every((pattern, at) => pattern.test(test.titles[at]!)),
  );
  if (filled.length > 0) return filled;
  const cases = tests.filter((test) => matchInside(nameIn(test), [test]).length > 0);
  return cases.length > 0 ? cases : matchName({ name: titles.at(-1)! }, tests);
}

/** Rust: the module path of a file, from the root file of its crate. */
function modulesOf(file: string, crate: string): readonly string[] {
  if (file === crate) return [];
  const path = relative(dirname(crate), file).replace(/(?:\/mod)?\.rs$/, '');
  return path.split('/');
}

/** `adds %d`, `` `adds ${x}` ``, `adds $x`: a title with placeholders. Any other expression can become any title. */
function titlePattern(title: string): RegExp {
  const isTemplate = /^`[\s\S]*`$/.test(title);
  const isExpression = !isTemplate && /^['"`].*['"`]?\s*\+|\+\s*['"`]/.test(title);
  if (isExpression) return /^/;
  const text = isTemplate ? title.slice(1, -1) : title;
  const pieces = text.split(/\$\{[^}]*\}|#\{[^}]*\}|%[sdifjop#$]|\$[\w.]+/);
  return new RegExp(`^${pieces.map((piece) => piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('[\\s\\S]*')}$`);
}
