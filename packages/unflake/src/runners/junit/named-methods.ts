/** The classes and methods that Surefire and Gradle can select by name, if these are exactly the selected tests in their own order. */
import type { RunRequest } from '../../contract/runner.ts';
import { keepsOrder } from '../keeps-order.ts';
import { type JunitId, parseJunitId } from './junit-id.ts';

export interface NamedMethods {
  readonly module: string;
  /** Java's binary name: `x.CartTest$Inner`. */
  readonly className: string;
  /** Null for the whole class. */
  readonly methods: readonly string[] | null;
}

// Longer commands are hard to read and paste.
const MAX_METHODS = 50;
const METHOD = /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\(.*\))?$/u;

export function namedMethods({ tests, suite, repeat }: RunRequest): NamedMethods | null {
  const wanted = tests.map(parseJunitId);
  const [first] = wanted;
  if (first === undefined || repeat !== 1 || !keepsOrder(tests, suite)) return null;
  const { module, className } = first;
  if (wanted.some((id) => id.module !== module || id.className !== className)) return null;
  const inClass = suite.map(parseJunitId).filter((id) => id.module === module && id.className === className);
  const known = new Set<string>(suite);
  if (inClass.length === tests.length && tests.every((id) => known.has(id)))
    return { module, className, methods: null };

  const nested = javaClassOf(first);
  const methods = [...new Set(wanted.map(methodOf))];
  if (wanted.some((id) => javaClassOf(id) !== nested) || methods.includes(null) || methods.length > MAX_METHODS)
    return null;
  // Overloaded methods can only be selected together.
  const matched = inClass.filter((id) => javaClassOf(id) === nested && methods.includes(methodOf(id)));
  if (matched.length > tests.length) return null;
  return { module, className: nested, methods: methods.flatMap((name) => name ?? []) };
}

/** The same for several classes of one module, each in one piece, in the order of the trial. */
export function namedClasses(request: RunRequest): readonly NamedMethods[] | null {
  const wanted = request.tests.map(parseJunitId);
  const nameOf = ({ module, className }: JunitId): string => `${module}/${className}`;
  const names = [...new Set(wanted.map(nameOf))];
  const pieces = wanted.filter((id, at) => at === 0 || nameOf(id) !== nameOf(wanted[at - 1]!)).length;
  if (pieces > names.length || wanted.some(({ module }) => module !== wanted[0]!.module)) return null;
  const named = names.map((name) =>
    namedMethods({ ...request, tests: request.tests.filter((_, at) => nameOf(wanted[at]!) === name) }),
  );
  return named.length === 0 || named.includes(null) ? null : named.flatMap((one) => one ?? []);
}

/** With its enclosing classes, as Java's binary name. */
export const javaClassOf = ({ className, titles }: JunitId): string => [className, ...titles.slice(0, -1)].join('$');

export const methodOf = ({ titles }: JunitId): string | null => METHOD.exec(titles.at(-1) ?? '')?.[1] ?? null;
