/** Whether a path is used on the file system, directly or through the one variable that holds it; a path that is only computed with touches nothing. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { quoted } from '../undone.ts';
import { FUNCTIONS, givenTo, wrapped } from './around.ts';

const TOUCHES =
  /(?:^|[.\s])(?:(?:write|append|read|copy|truncate|link|unlink|make|ensure|output|remove)\w*|(?:mkdir|rm|rmdir|rename|open|access|stat|lstat|exists|readdir|chmod|cp|watch|utimes|opendir)(?:Sync)?|createWriteStream|createReadStream|Database|DatabaseSync|chdir|spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|require|rimraf|outputFile)$/;
const RUNS = /(?:^|\.)(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|execa\w*|\$)$/;
const HANDS_ON =
  /^(?:arguments|binary_expression|template_string|template_substitution|await_expression|parenthesized_expression)$/;

export function isTouched(path: Node, file: SourceFile): boolean {
  if (/\b(?:memfs|mock-fs|jest\.mock\(["'](?:node:)?fs|vi\.mock\(["'](?:node:)?fs)/.test(file.text)) return false;
  return touches(path, file, true);
}

function touches(path: Node, file: SourceFile, follow: boolean): boolean {
  let node = wrapped(path);
  for (let depth = 0; depth < 6; depth += 1) {
    const outer = node.parent();
    if (outer === null) return false;
    if (outer.is('arguments')) {
      const name = givenTo(node) ?? '';
      if (TOUCHES.test(name)) return true;
      // What is joined to a path is still that path.
      if (!/(?:^|\.)(?:join|resolve|normalize|pathToFileURL)$/.test(name)) return false;
      node = wrapped(outer.parent()!);
      continue;
    }
    if (outer.is('variable_declarator')) return follow && usesOf(outer, file).some((use) => touches(use, file, false));
    if (outer.is('pair')) {
      const options = outer.parent();
      return (
        /^["']?cwd["']?$/.test(outer.field('key')?.text() ?? '') &&
        options !== null &&
        RUNS.test(givenTo(options) ?? '')
      );
    }
    if (!HANDS_ON.test(outer.kind())) return false;
    node = outer;
  }
  return false;
}

function usesOf(declarator: Node, file: SourceFile): readonly Node[] {
  const name = declarator.field('name');
  if (!name?.is('identifier')) return [];
  const scope = nearest(declarator, FUNCTIONS) ?? file.root;
  return scope
    .findAll({ rule: { kind: 'identifier', regex: `^${quoted(name.text())}$` } })
    .filter((use) => use.id() !== name.id());
}
