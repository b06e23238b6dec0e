/**
 * Whether a sleep surely stands for a wait: it stands in a test, and right after it the test asserts something that went on meanwhile. Sleeps that
 * only let time pass, simulate work or see that nothing happens fail on no machine for being short, and most sleeps are of these.
 */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { nearest } from '../syntax/node.ts';
import { scopeOf } from './index.ts';
import { statementOf } from './place.ts';
import { re, testNode } from './undone.ts';

/** Between the sleep and the assertion, such as reading what is then compared. */
const MAX_STEPS = 1;
const LOOKS =
  /assert|\bexpect|should|verify|\brequire\b|\bt\.(?:equal|is|true|ok|same|deep|like|Error|Fatal|match|truthy|has)\w*\(|EXPECT_|\bcheck\w*\(|\[\[? |\b[Ee]qual|\bmust_|\b(?:ok|is|same|eq)\(|\bpanicǃ?\(|\bgrep\b/i;
/** A condition under which the test fails: the assertion of languages that assert with `if`. */
const FAILS_IF = /^\s*(?:\} else )?if\b/;
const FAILS = /\b(?:Fatal|Error|Fail|FailNow|Errorf|Fatalf|fail|panicǃ?|throw|raise)\b/;
/** Whether a call went well: that is asked of every step, and says nothing about what went on meanwhile. */
const OF_THE_STEP =
  /\berr(?:or)?\s*[!=]=\s*nil|NoError|\bNil\(\w*,? ?err\)|err\)\.NotTo|unwrap\(\)|\)\.expect\("|Succeed\(/;
/** An assertion that holds anyway, or that nothing has happened: a slow machine makes it weaker and never fail. */
const SAYS_NOTHING =
  /\b(?:ok|assert|pass|equal|expect|assertTrue)\((?:true|""|\))|\.not\b|\bnot\b(?! None)|_no_|NoMore|NoInteraction|\bno\b|never|[nN]otCalled|notOk|== 0,|(?:==+ |\(0?,? ?|, ?|\beq )0\)*[;:{ ]*$|\bfalse\b|False\(|\(!|\bif [^!=<>]*\{|[eE]mpty|\brefute|is_none|is_err|early|default:|unchanged|still|undefined|(?<!Not)(?:Null|Nil)\(|\bnull\b|(?<!!= )\bnil\b|throws|raise|rejects|is_?(?:active|alive|open|zero)|^\W*(?:require|check|assert\w*|expect)\(\d+\)\W*$/i;
/** Whoever asks for a time, or whether it is over, needs it to pass and no more. */
const OF_TIME =
  /elapsed|\bnow\b|time\(\)|Since\(|monotonic|perf_counter|nanoTime|currentTimeMillis|hrtime|stamp|(?:updated|created|modified|last|expire[sd]?)[_-]?(?:at|time|used?|access)|mod_?time|[am]time|access_time|\bttl\b|expir|max_?age|life_?time|stale|deadline|cool_?(?:off|down)|lock_?out|forever|touch\(|debounce|throttle|prune|retention|\bclock\b/i;
/** What a test or its file is called that needs time to pass. */
const TITLE_OF_TIME = /cache|periods?\b|Period|ttl|expir|lease|idle|heart_?beat|time_?out/i;
const SLEEPS = /^\s*(?:await )?[\w.:]*(?:sleep|delay|pause)\w*\b/i;
/** Steps that read what is then compared, or end what went on; any other may be what the time was for. */
const READS =
  /^(?:get|last|len|length|size|count|read|load|list|find|parse|peek|keys|values|to|un|lock|r?unlock|cancel|stop|shut|close|kill|end|flush|finish|json|string|str|int|map|filter|sorted|some|at|first|all|query|fetch|is|has|bytes|data|text|number|array|snapshot|calls?)(?![a-z])/;
/** The next step waits by itself. */
const WAITS =
  /\bawait\b|\.await\b|<-|\.(?:join|wait\w*|recv\w*|receive\w*|get|result|take|poll|value|acquire|block\w*)\(|\bWait\(|waitFor|wait_for|[eE]ventually|^\s*(?:wait|yield|continue|exit|return)\b/;
const SAYS_TIME =
  /advance|simulat|emulat|differ|older|resolution|early|spurious|\bnot\b|(?:should|does|wo|must)n't\b|never|\bno\b|nothing|would|window|interval|\bpass(?:es|ed|ing)?\b|slow|cool|idle|\bage\b|\brate\b|refill|longer than|more than|at least|yield|same time/i;
/** Long enough for nothing: others get their turn, which is sure to come first where all share one thread. */
const ONLY_YIELDS =
  /^(?:await )?(?:(?:gevent|eventlet|asyncio|trio|anyio)\.\w+\(0?\.0[01]\d*|[\w.]*sleep[( ]0?\.00\d*|Thread\.sleep\([1-4]|[\w.:]*sleep\w*\((?:[\w:]*millis\w*\([1-4]\)|[1-4][mu]s))\)?$/i;
/** Such a test sleeps to see that nothing more comes. */
const SAYS_NO_MORE =
  /\b(?:not|never|no|without|ignores?|ignored|prevents?|once|only|single)\b|n't\b|(?<![A-Z])(?:Not|Never|No|Without|Ignores?|Once|Only)(?=[A-Z_\d]|$)|_(?:not|never|no|without|once|only)(?:_|$)/;
const LINES_BEFORE = 10;

export function isWaitFor(place: Node, file: SourceFile): boolean {
  const test = testNode(place, file);
  if (test === null || ONLY_YIELDS.test(place.text()) || saysOther(place, file)) return false;
  const assertion = firstAssertion(linesAfter(place, file));
  if (assertion === null || !isPositive(assertion)) return false;
  const endOfLine = file.text.indexOf('\n', place.end());
  const before = file.text.slice(test.start(), endOfLine === -1 ? undefined : endOfLine).split('\n');
  const near = before.slice(-LINES_BEFORE);
  // What had to happen has happened, or the same held before: this is to see whether more does.
  const isAgain = /waitFor|wait_for|[eE]ventually|\.wait\(|[uU]ntil\b|\bonce\(/.test(near.at(-2) ?? '');
  const comments = near.slice(-4).map((line) => /(?:^|\s)(?:\/\/|#|\*)\s.*/.exec(line)?.[0] ?? '');
  return (
    !isAgain &&
    !before.some((line) => line.trim() === assertion.trim()) &&
    !comparesWithBefore(assertion, near) &&
    !OF_TIME.test(near.join('\n')) &&
    !SAYS_TIME.test(comments.join('\n'))
  );
}

function saysOther(place: Node, file: SourceFile): boolean {
  const title = file.testAround(place) ?? '';
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  return SAYS_NO_MORE.test(title) || OF_TIME.test(title) || TITLE_OF_TIME.test(`${title} ${name}`);
}

/** With what was counted just before the sleep: no more may have come. */
const comparesWithBefore = (assertion: string, near: readonly string[]): boolean =>
  !/>|greater|more|G[TE]\(|NE\(|[nN]ot_?[eE]qual/.test(assertion) &&
  near.slice(-4, -1).some((line) => {
    const name = COUNTED.test(line) ? /(\w+)(?: :?=|\{) ?\D/.exec(line)?.[1] : undefined;
    return name !== undefined && re`\b${name}\b(?![.(\[])`.test(assertion);
  });
const COUNTED = /count|calls|size|length|initial|before|prev|\blen\b/i;

const isPositive = (assertion: string): boolean => {
  const code = assertion.replace(/(["'`])(?:(?!\1).)*\1/g, '""').replace(/!\s*[\w.]+is_?empty\(\)/i, 'filled');
  return !SAYS_NOTHING.test(code.trimEnd()) && !OF_TIME.test(code);
};
const isAssertion = (line: string): boolean => LOOKS.test(line) && !OF_THE_STEP.test(line);

const isRead = (line: string): boolean =>
  [...line.matchAll(/([A-Za-z]\w*)[!?]?\(/g)].every(([, name]) => READS.test(name![0]!.toLowerCase() + name!.slice(1)));

/** Null when too much is done before, or when the next step waits. */
function firstAssertion(lines: readonly string[]): string | null {
  let steps = 0;
  for (const [at, line] of lines.entries()) {
    if (OF_THE_STEP.test(line) || (FAILS.test(line) && !isAssertion(line))) continue;
    if (SLEEPS.test(line) || OF_TIME.test(line) || /\(\s*await\b|\brec(?:v|eive)\w*\(/.test(line)) return null;
    if (FAILS_IF.test(line) && FAILS.test(lines[at + 1] ?? '')) return `${line} ${lines[at + 1]}`;
    if (isAssertion(line)) return line;
    if (WAITS.test(line) || !isRead(line) || ++steps > MAX_STEPS) return null;
  }
  return null;
}

/** The lines that run after it, each statement on its own, without brackets and comments. */
function linesAfter(place: Node, file: SourceFile): readonly string[] {
  const callback = /^(?:globalThis\.)?setTimeout\(/.test(place.text())
    ? place.field('arguments')?.namedChildren()[0]?.field('body')
    : undefined;
  const around = nearest(place, ['func_literal']) ?? scopeOf(place, file);
  const text = callback?.text() ?? around.text().slice(statementOf(place).end() - around.start());
  return text
    .replace(/\(\n\s*/g, '(')
    .replace(/\n\s*(?=[.,)])/g, '')
    .split(/\n|;(?= )/)
    .map((line) => line.replace(/(?:^|\s)(?:\/\/|#(?!\[)|\*|\/\*).*$/, ''))
    .filter((line) => /\w/.test(line) && !/^\s*(?:\}|end\b|else\b|fi\b|done\b)\W*$/.test(line));
}
