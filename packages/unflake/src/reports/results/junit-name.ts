/**
 * The name of one `<testcase>`. Tools put the file, the groups and the title into different attributes, and some write a part twice; what
 * remains is the same for one test whichever tool wrote it.
 */
import type { JunitCase } from '../junit-case.ts';
import type { ReportedName } from './reported-result.ts';

export interface NamedCase {
  readonly found: JunitCase;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names of the suites around it, the outermost first. */
  readonly suites: readonly string[];
  /** Of the suite around it. */
  readonly file: string | null;
}

/** Node's own reporter writes this into every case instead of a class. */
const NODE_CLASS = 'test';
const PATH = /^[\w@.~ /\\+[\]()-]+\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|bats|dart|exs?)$/;
const GROUPS = / (?:>|›) /;

/** Null for a case without a name: Surefire's failing @BeforeAll, pytest's interrupted session. */
export function junitName({ found, attributes, suites, file: suiteFile }: NamedCase): ReportedName | null {
  const { name, classname } = found;
  if (name === '') return null;
  const given = attributes.file ?? suiteFile;
  const file = given ?? (PATH.test(classname) ? classname : null);
  const titles = name.split(GROUPS);
  if (classname === NODE_CLASS) return { file, scope: '', titles: [...suites.filter((one) => one !== ''), ...titles] };
  return { file, scope: scopeOf(attributes.class ?? classname, name, file, suites), titles };
}

/** The class without what the file or the name say as well. */
function scopeOf(classname: string, name: string, file: string | null, suites: readonly string[]): string {
  // jest-junit writes the full title into both, Mocha's reporter the last title.
  if (classname === '') return suites.at(-1) === undefined || PATH.test(suites.at(-1)!) ? '' : suites.at(-1)!;
  if (classname === name || name.startsWith(`${classname} `) || name.endsWith(` ${classname}`)) return '';
  if (file === null) return classname;
  if (classname === file || PATH.test(classname)) return '';
  const dotted = withoutExtension(file).replace(/^\.\//, '').replaceAll(/[\\/]/g, '.');
  // `tests.test_cart.TestTotals` beside `tests/test_cart.py`; an absolute file ends like the class begins.
  for (let rest = classname; ; rest = rest.slice(0, rest.lastIndexOf('.'))) {
    if (dotted === rest || dotted.endsWith(`.${rest}`)) return classname.slice(rest.length + 1);
    if (!rest.includes('.')) return classname;
  }
}

const withoutExtension = (file: string): string => file.replace(/\.\w+$/, '');
