import { isTouchedByText, type Touches } from '../../semantics/touched-text.ts';
import { type LanguageRule, nodes, nodesOf } from '../rule.ts';

const TOUCHES: Touches = {
  calls:
    '\\b(?:file_put_contents|file_get_contents|fopen|mkdir|unlink|touch|rmdir|copy|rename|is_file|file_exists|is_dir|readfile|file|new \\\\?SplFileObject|new \\\\?PDO|new \\\\?SQLite3)',
  methods: 'mkdir|dumpFile|remove|touch',
};
const PATH = '(?:/tmp/|/var/tmp/)';

export const php: LanguageRule = {
  fix: 'Make one of your own: `tempnam(sys_get_temp_dir(), "x")`, `sys_get_temp_dir() . "/" . bin2hex(random_bytes(8))`; vfsStream keeps it in memory.',
  find: [
    ...['string', 'encapsed_string'].map((kind) =>
      nodes({ rule: { kind, regex: `^["']${PATH}[^$]*["']$` } }, (node, file) => isTouchedByText(node, file, TOUCHES)),
    ),
    nodesOf(
      'binary_expression',
      /^\\?sys_get_temp_dir\(\)[ ]*\.[ ]*["'][^$"']*["']$/,
      (node, file) => !node.parent()?.is('binary_expression') && isTouchedByText(node, file, TOUCHES),
    ),
  ],
};
