/** What we read out of the parser in one walk is what the parser's own nodes say, one by one. */
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { Language, type Node as Native, Parser } from 'web-tree-sitter';
import { samplesOf } from '../../../../../../fixtures/scan-samples.mjs';
import { RULES } from '../../../../src/scan/rules/index.ts';
import { loadParser, type Node, type Parse } from '../../../../src/scan/syntax/parser.ts';

const FILES = {
  python: 'python',
  go: 'go',
  rust: 'rust',
  java: 'java',
  ruby: 'ruby',
  php: 'php',
  bash: 'bash',
} as const;
type Tried = keyof typeof FILES;
const SAMPLES_EACH = 40;

let parse: Parse;
const native = new Map<Tried, Parser>();
beforeAll(async () => {
  const require = createRequire(import.meta.url);
  parse = await loadParser(Object.keys(FILES) as Tried[]);
  for (const [grammar, name] of Object.entries(FILES) as [Tried, string][]) {
    const parser = new Parser();
    parser.setLanguage(await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)));
    native.set(grammar, parser);
  }
});

interface Said {
  readonly kind: string;
  readonly named: boolean;
  readonly text: string;
  readonly at: readonly number[];
  readonly children: readonly Said[];
}

const ours = (node: Node): Said => ({
  kind: node.kind(),
  named: node.isNamed(),
  text: node.text(),
  at: positions(node.range()),
  children: node.children().map(ours),
});

const theirs = (node: Native): Said => ({
  kind: node.type,
  named: node.isNamed,
  text: node.text,
  at: [node.startPosition.row, node.startPosition.column, node.endPosition.row, node.endPosition.column],
  children: node.children.map((child) => theirs(child!)),
});

const positions = ({ start, end }: ReturnType<Node['range']>) => [start.line, start.column, end.line, end.column];

function fieldsOf(node: Native): readonly string[] {
  return node.children.flatMap((_, at) => node.fieldNameForChild(at) ?? []);
}

test.each(Object.keys(FILES) as Tried[])('%s: every node, its place and its fields', (grammar) => {
  const language = grammar === 'bash' ? 'shell' : grammar;
  const samples = RULES.filter(({ id }) => id.startsWith(`${language}/`)).flatMap(({ id }) =>
    samplesOf(id).flatMap(({ text, expected }) => (expected.length > 0 ? [text] : [])),
  );
  expect(samples.length).toBeGreaterThan(10);
  for (const sample of ['', '\n', 'ä = "𝄞"; f(\n', ...samples.slice(0, SAMPLES_EACH)]) {
    const tree = native.get(grammar)!.parse(sample)!;
    const root = parse(grammar, sample);
    expect(ours(root)).toEqual(theirs(tree.rootNode));
    const pairs: [Node, Native][] = [[root, tree.rootNode]];
    for (const [mine, its] of pairs) {
      for (const field of fieldsOf(its)) {
        expect(mine.field(field)?.start(), field).toBe(its.childForFieldName(field)?.startIndex);
        expect(mine.field(field)?.kind(), field).toBe(its.childForFieldName(field)?.type);
      }
      expect(mine.parent()?.kind()).toBe(its.parent?.type);
      for (const [at, child] of mine.children().entries()) pairs.push([child, its.children[at]!]);
    }
    tree.delete();
  }
});

test('the next and the one before are the neighbours below the same parent', () => {
  const [first, second, third] = parse('python', 'a\nb\nc\n').children() as [Node, Node, Node];
  expect([first.prev(), first.next(), second.prev(), third.next()]).toEqual([null, second, first, null]);
  expect(first.child(0)?.next()).toBeNull();
});
