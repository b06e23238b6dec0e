/** Work that a test starts and that runs at the same time: what the test asserts before it waits for anything, and whether it waits at all. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import type { Language } from '../syntax/language.ts';
import type { NodeRule } from '../syntax/matcher.ts';
import { nearest } from '../syntax/node.ts';
import { scopeOf, semanticsOf } from './index.ts';
import { isAfter, quoted, re } from './undone.ts';

interface Steps {
  readonly asserts: readonly NodeRule[];
  readonly waits: RegExp;
  /** What the work writes or shares, in its text; any assertion will do where that cannot be told. */
  readonly writes?: RegExp;
}

const STEPS: Partial<Readonly<Record<Language, Steps>>> = {
  go: {
    asserts: [
      { kind: 'if_statement', regex: '^if [^{]*\\{[^}]*\\b(?:\\w+\\.(?:Errorf?|Fatalf?|Fail|FailNow)|panic)\\(' },
      {
        kind: 'call_expression',
        regex:
          '^(?:(?:assert|require|is|qt|must|check|td)\\.\\w+|(?:\\w+\\.)?(?:Expect|Assert|Require)|\\w+\\.(?:Equal\\w*|NoError|Len|True|False|Contains|ElementsMatch))\\(',
      },
    ],
    waits:
      /<-\w|\bselect \{|\brange \w*(?:ch|chan|results|events|out|done|msgs)\b|\w*(?:wait|eventually|consistently|sleep|join|until|poll|drain|flush|gosched|settle|sync|shutdown|close|stop)\w*\(/i,
    writes:
      /(\w+)(?:\[[^\]]*\]|\.\w+)*\s*(?:\+\+|--|[-+*/|&]?=(?!=))|&(\w+)|\b(\w+)\.(?:Add|Store|Append|Push|Set|Record)\(/g,
  },
  rust: {
    asserts: [{ kind: 'call_expression', regex: '^(?:debug_)?assert(?:_eq|_ne)?ǃ\\(' }],
    waits:
      /\.await\b|\b(?:select|join)[!ǃ]|\bfor [^{]* in &?\w*(?:rx|receiver|events)|[.:](?:join\w*|recv\w*|wait\w*|notified|acquire|sleep|timeout|block_on|changed|next|collect|into_inner|park\w*|yield_now|is_finished|shutdown\w*|stop|eventually|poll\w*)\(/,
    writes: /(\w+)/g,
  },
  java: {
    asserts: [{ kind: 'method_invocation', regex: '^(?:[\\w.]+\\.)?(?:assert|verify|expect|fail|should)\\w*\\(' }],
    waits:
      /\b(?:join|await\w*|until\w*|(?:tryA|a)cquire|take|invokeA(?:ll|ny)|allOf|sleep|exchange|arriveAndAwaitAdvance|waitFor|timeout|after|block|countdownAndWait|close|poll|pause|getNow|assertTimeout|waitUntil|eventually)\(|\w*[fF]uture\w*\.get\(/,
  },
  python: {
    asserts: [{ kind: 'assert_statement' }, { kind: 'call', regex: '^self\\.assert' }],
    waits:
      /\bawait\b|\b(?:join|wait\w*|results?|get|acquire|communicate|shutdown|\w*until|as_completed|sleep|gather|run_until_complete|map|recv|accept|read(?:line)?|eventually|settle|drain|terminate|kill|cancel|stop)\(/,
  },
  shell: {
    asserts: [{ kind: 'test_command' }, { kind: 'command', regex: '^(?:run|assert\\w*|test|refute\\w*)\\b' }],
    waits:
      /^\s*(?:run\s+)?(?:wait\w*|sleep|until\w*|kill|poll\w*|eventually|retry|while|for)\b|^\s*\w*(?:_ready|_until)\b/m,
  },
};

/** The place where something is waited for behind a start, whatever it is; −1 for none. What is put off to the end waits for nothing here. */
function waitBehind(start: Node, scope: Node, file: SourceFile): number {
  const at = start.end() - scope.start();
  const rest = scope
    .text()
    .slice(at)
    .replace(/^\s*defer .*$|(?:(?<!:)\/\/|#(?![[{])).*$/gm, (line) => ' '.repeat(line.length));
  const wait = rest.search(STEPS[file.language]!.waits);
  return wait === -1 ? -1 : start.end() + wait;
}

export const isWaitedFor = (start: Node, file: SourceFile): boolean =>
  waitBehind(start, scopeOf(start, file), file) !== -1;

/** Assertions of the test itself about what the work changes, that come before it waits. */
function earlyLooks(start: Node, file: SourceFile): readonly Node[] {
  const { asserts, writes } = STEPS[file.language]!;
  const scope = nearest(start, ['with_statement', 'func_literal']) ?? scopeOf(start, file);
  const wait = waitBehind(start, scope, file);
  const names = writes === undefined ? null : sharedNames(start, scope, file, writes);
  const isStep = (node: Node): boolean => semanticsOf(file).isStep(node, file);
  // In a shell the start itself is what runs beside the test.
  if (names?.length === 0 || (file.language !== 'shell' && !isStep(start))) return [];
  const isAbout = names === null ? null : re`\b(?:${names.map(quoted).join('|')})\b`;
  return scope.findAll({ rule: { any: asserts } }).filter((look) => {
    // An assertion that waits itself is none that comes too early.
    const isEarly = isAfter(look, start) && (wait === -1 || look.end() <= wait || isBlockBefore(look, wait));
    return isEarly && isStep(look) && isAbout?.test(headOf(look)) !== false;
  });
}

/** A condition with its block, in which the test has failed already. */
const isBlockBefore = (look: Node, wait: number): boolean =>
  look.is('if_statement') && look.start() < wait && headOf(look).length < wait - look.start();
const headOf = (look: Node): string => (look.is('if_statement') ? look.text().split('{', 1)[0]! : look.text());

/** Names of the test that the work writes, or those that they are copies of. */
function sharedNames(start: Node, scope: Node, { language }: SourceFile, writes: RegExp): readonly string[] {
  const inside = [...start.text().matchAll(writes)].flatMap((match) => match.slice(1).filter((name) => name));
  const before = scope.text().slice(0, start.start() - scope.start());
  const isShared = (name: string): boolean =>
    language === 'rust'
      ? re`\blet (?:mut )?${name}\b`.test(before)
      : name !== '_' && !re`\b${name}\b[^\n=(]*:=`.test(start.text());
  const shared = inside.filter(isShared);
  const copied = shared.flatMap(
    (name) =>
      re`let ${name} = (?:[\w:]*clone\(&(\w+)\)|(\w+)\.clone\(\))`
        .exec(before)
        ?.slice(1)
        .filter((one) => one) ?? [],
  );
  return [...shared, ...copied];
}

/** Looked at, and nowhere waited for. */
export const isUnwaited = (start: Node, file: SourceFile): boolean =>
  earlyLooks(start, file).length > 0 && !isWaitedFor(start, file);

/** Looked at before the wait. */
export const looksTooEarly = (start: Node, file: SourceFile): readonly Node[] =>
  isWaitedFor(start, file) ? earlyLooks(start, file) : [];

/** The first look, whether or not anything waits behind it; one about the worker itself may come at once. */
export function firstLook(start: Node, file: SourceFile, worker: string | null): readonly Node[] {
  const [look] = earlyLooks(start, file);
  return look === undefined || (worker !== null && re`\b${quoted(worker)}\b`.test(look.text())) ? [] : [look];
}
