import type { SourceFile } from '../../facts/source-file.ts';
import { becomesAName } from '../../semantics/becomes-a-name.ts';
import { calledName } from '../../semantics/java/around.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

const MAKES_TEXT =
  /^(?:of|get|valueOf|toString|format|formatted|concat|join|resolve|append|String|File|Path|StringBuilder|replace|substring|toHexString|toEpochMilli|abs|create|URI|getName|hash)$/;
const TAKES =
  /^(?:File|FileWriter|FileOutputStream|FileReader|RandomAccessFile|PrintWriter|newFile|newFolder|createDirectories|getConnection|setName|createTopic|createIndex|createTable|createBucket|setTableName|subscribe)$/;

export const java: LanguageRule = {
  fix: 'Count instead (`AtomicLong.incrementAndGet()` with the fork’s number in front), or let `Files.createTempDirectory`, `@TempDir` or `UUID.randomUUID()` choose.',
  find: [
    calls(
      [
        'System.currentTimeMillis',
        'System.nanoTime',
        'java.time.Instant.now',
        'java.time.LocalDateTime.now',
        'java.time.LocalDate.now',
      ],
      ({ node, file }) => names(node, file),
    ),
    calls(['java.util.Date'], ({ node, args, file }) => args.length === 0 && names(node, file)),
    calls(
      ['*.pid', '*.getId', '*.threadId'],
      ({ node, file }) =>
        /^(?:ProcessHandle\.current|Thread\.currentThread)\(\)/.test(node.text()) && names(node, file),
    ),
  ],
};

const names = (node: Node, file: SourceFile): boolean => becomesAName(node, file, MAKES_TEXT) || isGiven(node);

/** Through what makes text of it into a call that takes a name. */
function isGiven(value: Node): boolean {
  let inner = value;
  for (let outer = value.parent(); outer !== null; outer = outer.parent()) {
    const kind = outer.kind();
    if (/^(?:method_invocation|object_creation_expression)$/.test(kind) && inner.is('argument_list')) {
      if (TAKES.test(calledName(outer))) return /["]/.test(inner.text());
      if (!MAKES_TEXT.test(calledName(outer))) return false;
    } else if (!/^(?:argument_list|binary_expression|parenthesized_expression|method_invocation)$/.test(kind))
      return false;
    inner = outer;
  }
  return false;
}
