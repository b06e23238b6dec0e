import { calls, nodes, type Rule } from '../rule.ts';
import { isHashed } from './hashed.ts';
import { isChainObserved, isLoopObserved } from './observed-order.ts';
import { inFile, inTest } from './sample.ts';

const MAP = 'std::collections::HashMap';

export const hashOrder: Rule = {
  id: 'rust/hash-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'takes a hash map’s elements in whatever order they come',
  why: 'The standard hasher has another key in every process, so what is listed, joined or printed differs from run to run.',
  fix: 'Use `BTreeMap` or `BTreeSet`, or sort what you collect: `names.sort()`.',
  find: [
    nodes(
      { rule: { kind: 'for_expression' } },
      (loop, file) => {
        const over = loop.field('value');
        if (over === null) return false;
        const on =
          over.is('call_expression') &&
          /\.(?:iter|iter_mut|into_iter|keys|values|drain)$/.test(over.field('function')?.text() ?? '')
            ? over.field('function')?.field('value')
            : over;
        return on !== null && on !== undefined && isHashed(on, file) && isLoopObserved(loop, file);
      },
      /\bHash(?:Map|Set)\b/,
    ),
    calls(
      ['*.iter', '*.into_iter', '*.keys', '*.values', '*.into_keys', '*.into_values', '*.drain'],
      ({ node, file }) => {
        if (!/\bHash(?:Map|Set)\b/.test(file.text)) return false;
        const on = node.field('function')?.field('value') ?? null;
        return on !== null && isHashed(on, file) && isChainObserved(node, file);
      },
    ),
  ],
  flags: [
    inFile(MAP, 'fn names(stock: &HashMap<String, u32>) -> Vec<String> {\n    stock.keys().cloned().collect()\n}'),
    inTest(
      MAP,
      'let m: HashMap<&str, u32> = load();',
      'let names: Vec<_> = m.keys().collect();',
      'assert_eq!(names, ["a", "b"]);',
    ),
    inTest(
      MAP,
      'let mut m = HashMap::new();',
      'm.insert(1, "a");',
      'for (k, v) in &m {',
      '    println!("{k} {v}");',
      '}',
      'assert!(works());',
    ),
    inTest(
      'std::collections::HashSet',
      'let tags: HashSet<String> = load();',
      'assert_eq!(tags.iter().next().unwrap(), "a");',
    ),
    inFile(
      MAP,
      'struct Shelf { items: HashMap<u32, String> }\nimpl Shelf {\n    fn line(&self) -> String {\n        let mut out = String::new();\n        for item in self.items.values() {\n            out.push_str(item);\n        }\n        out\n    }\n}',
    ),
  ],
  allows: [
    inFile(
      MAP,
      'fn names(stock: &HashMap<String, u32>) -> Vec<String> {\n    let mut names: Vec<_> = stock.keys().cloned().collect();\n    names.sort();\n    names\n}',
    ),
    inTest(MAP, 'let m: HashMap<&str, u32> = load();', 'assert_eq!(m.values().sum::<u32>(), 3);'),
    inTest(
      'std::collections::BTreeMap',
      'let m: BTreeMap<&str, u32> = load();',
      'let names: Vec<_> = m.keys().collect();',
      'assert_eq!(names, ["a", "b"]);',
    ),
    inTest(
      MAP,
      'let m: HashMap<&str, u32> = load();',
      'let twice: HashMap<_, _> = m.iter().map(|(k, v)| (k, v * 2)).collect();',
      'assert_eq!(twice.len(), 2);',
    ),
    inTest(
      'indexmap::IndexMap',
      'let m: IndexMap<&str, u32> = load();',
      'let names: Vec<_> = m.keys().collect();',
      'assert_eq!(names, ["a", "b"]);',
    ),
  ],
};
