/** Commands as a shell would run them: without `run`, `sudo`, `timeout` and other words that only say how. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { words } from '../../rules/rule.ts';
import { named, nearest, textAt } from '../../syntax/node.ts';
import { once } from '../once.ts';

export interface Command {
  readonly node: Node;
  readonly name: string;
  readonly args: readonly Node[];
  readonly words: readonly string[];
  /** Run by BATS' `run`, which keeps status and output for later. */
  readonly isRun: boolean;
  /** Variables that are set for this command alone. */
  readonly sets: readonly string[];
  readonly start: number;
}

/** Words before a command, with how many words follow them. */
const BEFORE: ReadonlyMap<string, number> = new Map([
  ...words('run sudo command env nohup time exec nice then').map((word) => [word, 0] as const),
  ['timeout', 1],
]);

export const commandOf = once((node: Node): Command => {
  const callee = node.field('name');
  const parts = named(node);
  const sets = parts.filter((part) => part.is('variable_assignment')).map((part) => textAt(named(part)[0]));
  let given = parts.filter((part) => !part.is('variable_assignment') && !/redirect/.test(part.kind()));
  if (callee === null) given = [];
  const isRun = given[0]?.text() === 'run';
  for (
    let more = BEFORE.get(textAt(given[0]));
    more !== undefined && given.length > 1;
    more = BEFORE.get(textAt(given[0]))
  ) {
    given = given.slice(1);
    while (given.length > 1 && /^(?:-|!$|\w+=)/.test(given[0]!.text())) given = given.slice(1);
    given = given.slice(Math.min(more, given.length - 1));
  }
  const [first, ...args] = given;
  return {
    node,
    name: textAt(first),
    args,
    words: args.map((arg) => plain(arg)),
    isRun,
    sets,
    get start() {
      return node.start();
    },
  };
});

/** A word without its quotes. */
export const plain = (node: Node): string => node.text().replace(/^(["'])([\s\S]*)\1$/, '$2');

export const functionsOf = once(({ root }: SourceFile) => root.findAll('function_definition'));

const ownNames = once((file: SourceFile): ReadonlySet<string> => new Set(functionsOf(file).map(nameOf)));

/** With a pattern only those whose text it is found in, which spares reading the others. */
export function commandsIn(scope: Node, mention?: RegExp): readonly Command[] {
  if (mention?.test(scope.text()) === false) return [];
  return scope
    .findAll('command')
    .filter((node) => mention?.test(node.text()) ?? true)
    .map(commandOf);
}

/** What the traps of a file run. */
export const trapsOf = ({ root }: SourceFile): readonly string[] =>
  commandsIn(root, /\btrap\b/).flatMap(({ name, words }) => (name === 'trap' ? [words[0] ?? ''] : []));

/** A function of this file stands in for the command of that name. */
export const isOwn = (name: string, file: SourceFile): boolean => ownNames(file).has(name);

export const functionAround = (node: Node): Node | null => nearest(node, ['function_definition']);
export const scopeAround = (node: Node, file: SourceFile): Node => functionAround(node) ?? file.root;
export const nameOf = (definition: Node | null): string => definition?.fieldText('name') ?? '';
/** Asked by the name alone, which is cheaper than the title. */
export const isTest = (definition: Node): boolean =>
  definition.is('function_definition') && /^(?:test|unflake_bats_test_)/.test(nameOf(definition));
/** BATS runs every test in a process of its own: what a test sets, no other sees. */
export const isBats = (file: SourceFile): boolean => file.path.endsWith('.bats');
export const isTearDown = (definition: Node | null): boolean =>
  /tear_?down|clean_?up|^on_exit/i.test(nameOf(definition));

/** Functions of the file that run before or after its tests. */
export const hooksOf = (file: SourceFile, which: RegExp): readonly Node[] =>
  functionsOf(file).filter((node) => which.test(nameOf(node)));
export const TEAR_DOWN = /^(?:teardown(?:_file|_suite)?|tearDown|oneTimeTearDown|clean_?up\w*|on_exit)$/i;
export const SET_UP = /^(?:setup(?:_file|_suite)?|setUp|oneTimeSetUp)$/;
