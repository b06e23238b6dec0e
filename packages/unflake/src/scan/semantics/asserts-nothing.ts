/** Whether a test tells nobody when it goes wrong: it asserts nothing itself, nor does a function of its file that it calls. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import type { Language } from '../syntax/language.ts';
import { once } from './once.ts';
import { plainCode } from './plain-code.ts';

const TELLS =
  /assert|expect|should|verif|refute|received|must_|wont_|raise|fail|throw(?!s \w)|ensure|check(?!out|ed)|validate|snapshot|approv|require|succeed|skip|markTest|TEST_IGNORE|pending|\b(?:(?:do|run)_?test|test_)\w*(?:::<.*>)?\(/i;
/** What tells in one language alone, such as a test that waits: it decides by hanging. */
const ALSO: Partial<Readonly<Record<Language, RegExp>>> = {
  python: /\b(?:warns|deprecated_call|compare\w*|benchmark|importorskip|runpytest)\b/,
  // A promise or a callback that the runner waits for; a function that is given by its name, which the runner calls.
  javascript:
    /match|until|reject|\b(?:cy|fc|nock|t|tap)\.|(?:get|find)(?:All)?By|waitFor|toPass|isDone|\b(?:ok|equal|deepEqual|is)\(|\(?\s*\b(?:done|cb|callback|next|end)\b[^(]*(?:\)|=>)|^\w[\w.]*\("",\s*[\w.]+\)/i,
  // Whatever is given the tester may decide there.
  go: /\.(?:Errorf?|Fatalf?|Wait|Panic\w*)\(|\bpanic\(|\brecover\(|os\.Exit|Ω|<-|[(,]\s*(?:t|tb)\s*[,)]|\.Run\("",\s*[\w.]+\)/,
  // A macro of others may decide; those that print do not.
  rust: /\b(?:unwrap|unreachable|join|exit)\w*\(|\b(?!(?:vec|println|print|eprintln|info|debug|trace|warn|error|include_str|include_bytes|env|concat|json|matches|dbg)ǃ?!?\s*[([{])\w+[ǃ!]\s*[([{]|\.pass\(|\btrybuild\b/,
  java: /match|until|\bthen\(|inOrder|isEqualTo|\btest[A-Z]\w*\(/,
  shell: /\[\[?\s|\b(?:exit|return)\b|^\s*\w*run\s+(?:-\d|!)/m,
};
/** Every command of a BATS test is a check, except behind `run`; but for those that cannot fail, or say nothing when they do. */
const BATS_CHECKS =
  /^\s*(?!(?:run|echo|printf|:|true|sleep|cat|export|local|load|log|debug|cd|function)\b|[{}#:]|\w+=(?!.*\$\()|\w+\(\))\S/m;
/** By its name, its marks or its type: the author says that getting through is what is tested, or the runner decides. */
const ASKS_NO_MORE =
  /(?:not|n't|never|without|no)[_ ]?(?:throw|fail|crash|error|exception|raise|hang|warn|explode|blow|reject)|smoke|compiles|type-?checks|(?:does|throws?) nothing|incomplete|contextLoads|nothing to assert|no assert|blow up/i;
const DECIDED_BY_RUNNER =
  /expected\s*=|\b(?:expectedFailure|should_panic|quickcheck|proptest|ignore|test_case|rstest|xfail|skip|raises|benchmark|snapshot|TestFactory|TestTemplate|Benchmark|ArchTest|Property|todo)\b|S2699|->\s*.*\b(?:Result|bool|ExitCode|TestResult)\b|fn \w*(?:send|sync|object_safe|compile|trait|impl)/;

const FUNCTIONS =
  'function_declaration, method, method_declaration, function_definition, function_item, variable_declarator';
/** Of Kotlin, and of C++. */
const NAME = /\bfun\s+(?:`[^`]*`|([A-Za-z_]\w*))|([A-Za-z_]\w*)\s*(?:<[^<>]*>)?\(/;
/** Where a name alone makes a test, one outside of test files is none. */
const BY_NAME = /^(?:python|shell)$/;

export function assertsNothing(test: Node, file: SourceFile): boolean {
  const name = file.dialect.test(test);
  if (name === null || ASKS_NO_MORE.test(name) || (BY_NAME.test(file.language) && !file.isTestFile)) return false;
  const body = bodyOf(test, file);
  const code = plainCode(body, file.language);
  if (TELLS.test(code) || ALSO[file.language]?.test(code) === true || ASKS_NO_MORE.test(body)) return false;
  if (file.path.endsWith('.bats') && BATS_CHECKS.test(code)) return false;
  return !DECIDED_BY_RUNNER.test(headOf(test, body, file)) && !mentions(code, checking(file));
}

/** Without the name, which may say anything. */
function bodyOf(test: Node, { language }: SourceFile): string {
  const text = test.text();
  if (language === 'kotlin' && test.is('function_declaration'))
    return text.slice(text.search(/\bfun\b/)).replace(/^fun\s+(?:`[^`]*`|\w+)/, '');
  const body = test.field('body') ?? test.field('block');
  return body?.text() ?? text.slice(Math.max(0, (test.field('name')?.end() ?? test.start()) - test.start()));
}

/** Its marks, its name and its parameters; the marks of some languages stand before it. */
function headOf(test: Node, body: string, { text }: SourceFile): string {
  const before = text.slice(0, test.start());
  const marks = before.slice(Math.max(before.lastIndexOf('}'), before.lastIndexOf('\n\n'), 0));
  return marks + test.text().slice(0, test.text().lastIndexOf(body));
}

/** Functions of the file that assert, by their names. */
const checking = once(({ root, language }: SourceFile): ReadonlySet<string> => {
  const isFunction = (node: Node): boolean =>
    !node.is('variable_declarator') || /function/.test(node.field('value')?.kind() ?? '');
  const functions = root
    .findAll(FUNCTIONS)
    .filter(isFunction)
    .map((node) => {
      const text = plainCode(node.text(), language);
      const match = NAME.exec(text);
      const name = node.field('name')?.text() ?? match?.[1] ?? match?.[2] ?? '';
      return [name, text.slice(text.indexOf(name) + name.length)] as const;
    });
  return withCallers(functions);
});

const mentions = (code: string, names: ReadonlySet<string>): boolean =>
  [...code.matchAll(/[A-Za-z_]\w*/g)].some(([word]) => names.has(word));

/** Those that assert themselves, and those that call them, however far away. */
function withCallers(functions: readonly (readonly [name: string, body: string])[]): ReadonlySet<string> {
  const names = new Set(functions.filter(([, body]) => TELLS.test(body)).map(([name]) => name));
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const [name, body] of functions) if (!names.has(name) && mentions(body, names)) names.add(name);
  }
  return names;
}
