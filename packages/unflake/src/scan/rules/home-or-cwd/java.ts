import { isTouched } from '../../semantics/java/touched-paths.ts';
import { literal } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

const OPENS = ['FileReader', 'FileInputStream', 'FileWriter', 'FileOutputStream', 'RandomAccessFile'].map(
  (name) => `java.io.${name}`,
);
const RELATIVE = /^(?:\.{1,2}\/|[A-Za-z0-9_@-]+\/|[A-Za-z0-9_-]+\.[a-z]+$)/;

export const java: LanguageRule = {
  fix: 'Load it from the class path (`getClass().getResource("/a.json")`); pass the home directory in.',
  find: [
    calls(
      'System.getProperty System.getenv',
      ({ args, node }) =>
        /^(?:user\.home|user\.dir|HOME|USERPROFILE|PWD)$/.test(literal(args[0]) ?? '') && !isKept(node),
    ),
    calls(OPENS, ({ args }) => RELATIVE.test(literal(args[0]) ?? '')),
    calls(
      'java.io.File java.nio.file.Path.of java.nio.file.Paths.get',
      ({ args, file }) => args.length >= 1 && RELATIVE.test(literal(args[0]) ?? '') && isTouched(args[0]!, file),
    ),
  ],
};

/** Saved to be put back. */
const isKept = (node: Parameters<typeof isTouched>[0]): boolean =>
  /^(?:original|old|previous|prev|saved|before|real)/i.test(
    node.parent()?.is('variable_declarator') || node.parent()?.is('assignment_expression')
      ? ((node.parent()!.field('name') ?? node.parent()!.field('left'))?.text() ?? '')
      : '',
  );
