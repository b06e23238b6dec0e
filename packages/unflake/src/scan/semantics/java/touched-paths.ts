/** Whether a path is used on the file system, directly or through the one variable that holds it; a path that is only computed with touches nothing. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import { quoted } from '../undone.ts';
import { calledName } from './around.ts';

const OPENS =
  /^(?:File(?:Writer|Reader|OutputStream|InputStream)|RandomAccessFile|PrintWriter|Scanner|ZipFile|JarFile|directory|load\w*|parse\w*|openFile|setDirectory)$/;
const TOUCHES =
  'createNewFile|mkdirs?|delete\\w*|exists|listFiles|list|length|renameTo|canRead|canWrite|lastModified|isFile|isDirectory|setReadable|setWritable';
const MAKES = /^(?:of|get|File|resolve|Path|join)$/;

export function isTouched(literal: Node, file: SourceFile): boolean {
  let node = literal;
  for (let outer = node.parent(); outer !== null; outer = outer.parent()) {
    const kind = outer.kind();
    if (/^(?:method_invocation|object_creation_expression)$/.test(kind)) {
      const name = calledName(outer);
      if (node.is('argument_list')) {
        if (OPENS.test(name) || /^(?:java\.nio\.file\.)?Files\.|^FileUtils\./.test(outer.text())) return true;
        if (!MAKES.test(name)) return false;
      } else if (new RegExp(`^(?:${TOUCHES})$`).test(name)) return true;
      else if (!/^(?:toPath|toFile|toAbsolutePath|resolve)$/.test(name)) return false;
    } else if (kind === 'variable_declarator') return isUsed(outer, file);
    else if (!/^(?:argument_list|binary_expression|parenthesized_expression)$/.test(kind)) return false;
    node = outer;
  }
  return false;
}

function isUsed(declarator: Node, file: SourceFile): boolean {
  const name = quoted(declarator.field('name')?.text() ?? '');
  const scope = nearest(declarator, ['method_declaration', 'program']) ?? file.root;
  const joined = '(?:\\.(?:resolve|toPath|toFile)\\([^()]*\\))*';
  return new RegExp(
    `\\bFiles\\.\\w+\\([^;]*\\b${name}\\b|\\bFileUtils\\.\\w+\\([^;]*\\b${name}\\b|new (?:File(?:Writer|Reader|OutputStream|InputStream)|RandomAccessFile|PrintWriter|Scanner)\\([^;]*\\b${name}\\b|\\b${name}${joined}\\.(?:${TOUCHES})\\(|new File\\(\\s*${name}\\b[^;]*\\)\\.(?:${TOUCHES})\\(|(?:Path\\.of|Paths\\.get|new File)\\(\\s*${name}\\b[^;]*\\)[^;]*(?:mkdir|create|delete|write|exists)`,
  ).test(scope.text());
}
