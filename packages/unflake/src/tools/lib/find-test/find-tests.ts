/**
 * Finds the tests that a text can mean: an id, a name, a location in a file, or what a runner prints about a failure. One resolver for all
 * runners; their output formats are data of their adapters.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestId } from '../../../contract/test-id.ts';
import { COMMON_PRINTED_NAMES } from '../../../runners/index.ts';
import { type TestPlace, testsInFile } from './in-file.ts';
import { matchInside, matchName } from './match-name.ts';
import { type NamedId, namedIds, splitId } from './named-id.ts';
import { cleanText, type LineReadings, type Reference, readingsOf } from './references.ts';

export interface FoundTests {
  /** In the order of the suite. */
  readonly tests: readonly TestId[];
  /**
   * `name`: the text names them; `inside`: it names the class, suite or file that contains them; `beside`: it names a line of a file that
   * contains them, but none of them is there; `part`: it is a part of their ids.
   */
  readonly by: 'name' | 'inside' | 'beside' | 'part';
  /** Names that the text may contain, for suggestions if no test was found. */
  readonly spelled: readonly string[];
}

/** Each needs a file to be read and parsed. */
const MAX_LINES_LOOKED_UP = 20;
/** Different names; each is compared with the whole suite. */
const MAX_REFERENCES = 200;

export async function findTests(text: string, suite: readonly TestId[], place: TestPlace): Promise<FoundTests> {
  const pasted = cleanText(text);
  const spellings = [text, pasted.trim(), fromFolder(pasted.trim(), place)];
  const exact = spellings.flatMap((spelled) => suite.find((id) => id === spelled) ?? [])[0];
  if (exact !== undefined) return { tests: [exact], by: 'name', spelled: [] };
  const search = new Search(suite, place);
  const readings = readingsOf(pasted, [...place.names.printed, ...COMMON_PRINTED_NAMES]);
  const spelled = [pasted.trim(), ...readings.flat(2).flatMap((one) => one.flatMap(({ name }) => name ?? []))];
  const answer = (by: FoundTests['by'], found: Iterable<NamedId>): FoundTests => {
    const ids = new Set([...found].map(({ id }) => id));
    return { tests: suite.filter((id) => ids.has(id)), by, spelled };
  };
  const named = search.byPlainName(pasted.trim());
  if (named.length > 0) return answer('name', named);
  const printed = await search.byReadings(readings);
  if (printed !== null) return answer(printed.by, printed.tests);
  const inside = [matchInside(pasted, search.tests), search.inFile(pasted.trim())].find(({ length }) => length > 0);
  if (inside !== undefined) return answer('inside', inside);
  return answer('part', pasted.trim() === '' ? [] : search.tests.filter(({ id }) => id.includes(pasted.trim())));
}

/** An id as we print it from the root of several packages, in the package that holds it. */
function fromFolder(text: string, { root, folder }: TestPlace): string {
  const below = `${relative(root, folder)}/`;
  return text.startsWith(below) ? text.slice(below.length) : text;
}

interface Found {
  readonly by: 'name' | 'line' | 'inside' | 'beside';
  readonly tests: readonly NamedId[];
}

class Search {
  readonly tests: readonly NamedId[];
  readonly #place: TestPlace;
  readonly #folderName: string | null;
  readonly #known = new Map<string, Promise<Found | null>>();
  #linesLeft = MAX_LINES_LOOKED_UP;

  constructor(suite: readonly TestId[], place: TestPlace) {
    this.tests = namedIds(suite, place.names.startsWith);
    this.#place = place;
    this.#folderName = folderName(place);
  }

  /** An id with another path prefix, or a name with some of its enclosing names. */
  byPlainName(text: string): readonly NamedId[] {
    const { cases } = this.#place.names;
    const { file, titles } = splitId(text);
    const inFile = file === null ? [] : this.inFile(file);
    const found = matchName({ name: titles.join(' > '), whole: true, cases }, inFile);
    return found.length > 0 ? found : matchName({ name: text, cases }, this.tests);
  }

  /** In order of precision: names, then lines, then files. A file that is named with a test selects one of several. */
  async byReadings(
    lines: readonly LineReadings[],
  ): Promise<{ by: FoundTests['by']; tests: readonly NamedId[] } | null> {
    const found: Found[] = [];
    for (const line of lines) found.push(...(await this.#inLine(line)));
    const foundBy = (by: Found['by']) => found.filter((one) => one.by === by).flatMap(({ tests }) => tests);
    const inside = foundBy('inside');
    for (const by of ['name', 'line', 'inside', 'beside'] as const) {
      const tests = foundBy(by);
      const narrowed = tests.filter((test) => inside.includes(test));
      if (tests.length > 0) return { by: by === 'line' ? 'name' : by, tests: narrowed.length > 0 ? narrowed : tests };
    }
    return null;
  }

  /** Of the first pattern that finds a test. */
  async #inLine(patterns: LineReadings): Promise<readonly Found[]> {
    let nearby: readonly Found[] = [];
    for (const matches of patterns) {
      const found: Found[] = [];
      for (const alternatives of matches) {
        for (const reference of alternatives) {
          const one = await this.#lookUp(reference);
          if (one !== null) found.push(one);
          if (one !== null && one.by !== 'beside') break;
        }
      }
      if (found.some(({ by }) => by !== 'beside')) return found;
      nearby = [...nearby, ...found];
    }
    return nearby;
  }

  /** Output repeats itself. */
  #lookUp(reference: Reference): Promise<Found | null> {
    const key = JSON.stringify(reference);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#known.size < MAX_REFERENCES ? this.#byReference(reference) : Promise.resolve(null);
    this.#known.set(key, found);
    return found;
  }

  async #byReference({ file, line, outer, name, whole, mayHold }: Reference): Promise<Found | null> {
    const { startsWith, cases } = this.#place.names;
    // Reports of Go have the package where others have a class.
    const path = file ?? (startsWith === 'folder' ? outer : undefined);
    const around = startsWith === 'folder' ? undefined : outer;
    const tests = path === undefined ? this.tests : this.inFile(path);
    if (name !== undefined) {
      const full = around === undefined ? name : `${around} > ${name}`;
      const named = matchName({ name: full, whole, cases }, tests);
      if (named.length > 0) return { by: 'name', tests: named };
      const inside = mayHold ? matchInside(full, tests) : [];
      if (inside.length > 0) return { by: 'inside', tests: inside };
    }
    if (path !== undefined && line !== undefined) return this.#byLine(path, line, tests);
    if (name !== undefined) return null;
    const held = around === undefined ? tests : matchInside(around, tests);
    return held.length === 0 ? null : { by: 'inside', tests: held };
  }

  async #byLine(path: string, line: number, inFile: readonly NamedId[]): Promise<Found | null> {
    if (this.#linesLeft === 0) return null;
    this.#linesLeft -= 1;
    // Only this needs the parsers.
    const { testsAtLine } = await import('./test-at-line.ts');
    const tests = await testsAtLine(path, line, this.tests, this.#place);
    if (tests.length > 0) return { by: 'line', tests };
    return inFile.length === 0 ? null : { by: 'beside', tests: inFile };
  }

  inFile(path: string): readonly NamedId[] {
    const name = this.#folderName;
    if (name !== null && path === name)
      return testsInFile('.', this.tests, { ...this.#place, cwd: this.#place.folder });
    const below = name !== null && path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path;
    return testsInFile(below, this.tests, this.#place);
  }
}

function folderName({ names, folder }: TestPlace): string | null {
  if (names.folderName === undefined) return null;
  const { file, pattern } = names.folderName;
  try {
    return pattern.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
