import { holderOf } from '../../semantics/javascript/held.ts';
import { quoted } from '../../semantics/undone.ts';
import { literal, nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule, nodesOf, words } from '../rule.ts';

const READS =
  words(`readFileSync readFile writeFileSync writeFile readdirSync readdir existsSync statSync createReadStream
   createWriteStream mkdirSync rmSync copyFileSync openSync appendFileSync unlinkSync`);

export const javascript: LanguageRule = {
  fix: 'Start from the test’s own file: `new URL("./fixtures/a.json", import.meta.url)` or `path.join(__dirname, …)`; pass the home directory in.',
  find: [
    calls('process.cwd os.homedir os.userInfo', ({ node, file }) => {
      const holder = holderOf(node);
      // Kept to go back to, or asserted on.
      if (holder.kind === 'name' && new RegExp(`chdir\\(\\s*${quoted(holder.name)}\\b`).test(file.text)) return false;
      if (nearest(node, ['arguments'])?.parent()?.field('function')?.text() === 'process.chdir') return false;
      return !/\b(?:homedir|cwd)\b[^\n]*(?:mock|stub|spyOn)|(?:mock|stub|spyOn)[^\n]*["'](?:homedir|cwd)["']/i.test(
        file.text,
      );
    }),
    nodesOf('member_expression', /^process\.env\.(?:HOME|USERPROFILE|PWD)$/, (node) => !isWritten(node)),
    calls(
      READS.flatMap((name) => [`fs.${name}`, `fs.promises.${name}`, `fs/promises.${name}`, `fs-extra.${name}`]),
      ({ args, file }) => {
        const path = literal(args[0]) ?? '';
        return (
          /^(?:\.{1,2}\/|[\w@-]+\/|[\w-]+\.[a-z]+$)/.test(path) &&
          !/\b(?:memfs|mock-fs)\b|process\.chdir\(/.test(file.text)
        );
      },
    ),
  ],
};

/** Set, taken away, or kept to be put back. */
function isWritten(node: Parameters<typeof holderOf>[0]): boolean {
  const outer = node.parent();
  if (outer === null) return false;
  if (outer.is('assignment_expression') || outer.is('unary_expression')) return true;
  return (
    outer.is('variable_declarator') &&
    /^(?:original|old|previous|prev|saved|before|real)/i.test(outer.field('name')?.text() ?? '')
  );
}
