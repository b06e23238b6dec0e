/** Whether a path as it is written is used on the file system, in its own statement or through the one name that holds it. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import type { Language } from '../syntax/language.ts';
import { heldName, sharedText, statementOf, textBefore } from './place.ts';
import { quoted, re, testNode } from './undone.ts';

interface Touches {
  /** Calls that are given a path, as the text of a pattern. */
  readonly calls: string;
  /** Methods that a path or a file is asked for, likewise. */
  readonly methods: string;
}

const TOUCHES: Partial<Readonly<Record<Language, Touches>>> = {
  javascript: {
    calls:
      '\\b(?:(?:write|append|read|copy|truncate|link|unlink|make|ensure|output|remove)\\w*|(?:mkdir|rm|rmdir|rename|open|access|stat|lstat|exists|readdir|chmod|cp|watch|utimes|opendir)(?:Sync)?|create(?:Write|Read)Stream|Database(?:Sync)?|chdir|(?:spawn|exec|execFile)(?:Sync)?|fork|require|rimraf)(?=\\()|\\b(?:spawn|exec(?:File)?|fork)(?:Sync)?\\([^;]*\\bcwd',
    methods: '(?!)',
  },
  java: {
    calls:
      '\\b(?:Files\\.\\w+|FileUtils\\.\\w+|new (?:File(?:Writer|Reader|OutputStream|InputStream)|RandomAccessFile|PrintWriter|Scanner|ZipFile|JarFile)|directory|load\\w*|parse\\w*|openFile|setDirectory)',
    methods:
      'createNewFile|mkdirs?|delete\\w*|exists|list(?:Files)?|length|renameTo|canRead|canWrite|lastModified|isFile|isDirectory|setReadable|setWritable',
  },
  kotlin: {
    calls:
      'Files\\.\\w+|FileWriter|FileReader|FileOutputStream|FileInputStream|RandomAccessFile|PrintWriter|FileUtils\\.\\w+',
    methods:
      'writeText|readText|appendText|mkdirs?|delete\\w*|createNewFile|exists|listFiles|writeBytes|readBytes|readLines|createDirector\\w*|createFile|outputStream|inputStream|bufferedWriter|forEachLine|copyTo|copyRecursively',
  },
  ruby: {
    calls:
      'File\\.(?:write|open|new|read|exist|delete|binwrite|readlines|foreach|rename|unlink)|FileUtils\\.\\w+|Dir\\.(?:mkdir|children|glob|exist|entries)|IO\\.(?:write|read)|SQLite3::Database\\.new|CSV\\.(?:open|read|foreach)|YAML\\.load_file|Logger\\.new|File\\.join|[A-Z]\\w*\\.(?:load|open|import|export)',
    methods: 'write|mkpath|mkdir|delete|read|open|exist|rmtree|children|binwrite|unlink',
  },
  csharp: {
    calls:
      'File\\.\\w+|Directory\\.\\w+|new (?:FileStream|StreamWriter|StreamReader|FileInfo|DirectoryInfo|SqliteConnection)',
    methods: 'Create|Delete|OpenWrite|OpenRead|CopyTo',
  },
  cpp: {
    calls:
      '\\b(?:fopen|open|std::(?:i|o)?fstream|(?:i|o)fstream|mkdir|unlink|remove|rename|create_director(?:y|ies)|remove_all|exists|sqlite3_open\\w*|copy_file|access|stat|opendir|freopen|(?:Write|Read)File\\w*)',
    methods: 'open',
  },
  php: {
    calls:
      '\\b(?:file_put_contents|file_get_contents|fopen|mkdir|unlink|touch|rmdir|copy|rename|is_file|file_exists|is_dir|readfile|file|new \\\\?SplFileObject|new \\\\?PDO|new \\\\?SQLite3)',
    methods: 'mkdir|dumpFile|remove|touch',
  },
};

/** What makes a name of its own from a beginning. */
const MAKES_ANEW = /\b(?:mkd?s?temp|tempnam)/i;
/** Stand-ins for the file system. */
const IN_MEMORY = /\b(?:memfs|mock-fs|(?:jest|vi)\.mock\(["'](?:node:)?fs)/;

export function isTouched(path: Node, file: SourceFile): boolean {
  if (IN_MEMORY.test(file.text)) return false;
  const { calls, methods } = TOUCHES[file.language]!;
  const statement = statementOf(path);
  const before = textBefore(path, statement);
  if (MAKES_ANEW.test(before)) return false;
  const after = statement.text().slice(before.length + path.text().length);
  if (re`(?:${calls})\b[^;{}\n]*$`.test(before)) return true;
  if (re`^[^;{}\n]*\)\s*[!?]*(?:\.|->)\s*(?:${methods})\b`.test(after)) return true;
  const name = heldName(path);
  // What an object is told to know is not the object.
  if (name === null || before.split('{').length > before.split('}').length) return false;
  // What stands outside of tests is there for all of them; a variable of a test is not.
  const test = testNode(path, file);
  const isLocal = re`(?:^|[^\w@$.>])${quoted(name)}\s*=`.test(before);
  const uses = test === null ? file.root.text() : isLocal ? test.text() : sharedText(path, file);
  const word = `(?<!\\w)${quoted(name)}\\b`;
  return re`(?:${calls})\b[^;{}\n]*${word}|${word}\)?\s*[!?]*(?:\.|->)\s*(?:${methods})\b`.test(
    uses.replace(statement.text(), ''),
  );
}
