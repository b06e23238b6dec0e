import type { Node, SourceFile } from '../facts/source-file.ts';
import { callsIn, isDiscarded } from '../semantics/calls.ts';
import { FAILS } from '../semantics/go/assertions.ts';
import { semanticsOf } from '../semantics/index.ts';
import { fieldOf } from '../semantics/javascript/constants.ts';
import { statementOf } from '../semantics/place.ts';
import { isBoundedPoll } from '../semantics/polling.ts';
import { methodsOn } from '../semantics/rust/around.ts';
import { testNode } from '../semantics/undone.ts';
import { nearest, textAt } from '../syntax/node.ts';
import { type Call, calls, type Find, type Kind, nodesOf, row } from './rule.ts';

/** A machine under load is late by more than this. */
const SHORT_MS = 1000;

const isShort = (limit: Node | undefined, file: SourceFile): boolean => {
  const ms = semanticsOf(file).millisecondsOf(limit, file);
  return ms !== null && ms > 0 && ms < SHORT_MS;
};

/** Given first of so many. */
const isShortOf =
  (count: number) =>
  ({ args, file }: Call): boolean =>
    args.length === count && isShort(args[0], file);

/** A counted loop that nothing ends early only repeats. */
const looksFor = (loop: Node): boolean =>
  !/^(?:for|c_style_for)/.test(loop.kind()) ||
  /&&|\|\||!|^[^<>]*\(/.test(loop.fieldText('condition')) ||
  /\b(?:break|return|exit|raise|throw)\b/.test(loop.text());

/** Loops of these kinds that look again and again, and give up. */
const polls = (kinds: string, sleep: RegExp | null = null): Find =>
  nodesOf(kinds, sleep, (loop, file) => looksFor(loop) && isBoundedPoll(loop, file));

/** What was joined here has waited for what is looked at. */
const JUST_BEFORE = 300;
const JUST_AFTER = 120;
const FAILED = /is_err|is_none|Err\(|\.is(?:Null|False)\(/;
/** What is asserted once the time is over holds as long as nothing has happened. */
const NOTHING_CAME = new RegExp(`${FAILED.source}|^;\\s*assert(?:Null|False|That\\([^;]*isEmpty)\\b`);
const FAILS_ANYWAY =
  /^\s*(?:\w+\.)*(?:False|Falsef|assertFalse|assertNull|Null|Nil|Empty|(?:\w+\.)*\w+\(!|assertThrows|assertThatThrownBy|expectThrows|assertThatExceptionOfType)\b|\)\.rejects\b|\bis\(false\)|\.not\.to[A-Z]/;

export const fixedTimeoutPoll: Kind = {
  name: 'fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'waits for a short fixed time or a fixed number of tries, then goes on',
  why: 'A busy machine needs longer than the one on which the limit was chosen; then the test fails though nothing is wrong.',
  // Of a loop nobody sees how long it looks; a limit that must be over does not mind a slow machine; and a few milliseconds only ask.
  isSure: (place, file) =>
    testNode(place, file) !== null &&
    !/^(?:for|while|do|loop|until|c_style_for|repeat)/.test(place.kind()) &&
    !FAILS_ANYWAY.test(statementOf(place).text()) &&
    !/[(,]\s*(?:\d0?,\s*(?:TimeUnit\.)?MILLI|\w+,\s*(?:TimeUnit\.)?(?:MICRO|NANO))SECONDS\)|After\(time\.Millisecond\)/.test(
      place.text(),
    ) &&
    !(isDiscarded(place) ? NOTHING_CAME : FAILED).test(file.text.slice(place.end(), place.end() + JUST_AFTER)) &&
    !/\bjoin\w*\(/.test(file.text.slice(place.start() - JUST_BEFORE, place.start())) &&
    // A latch of Java may be down before; who asks again and again expects to wait.
    (file.language !== 'java' || /\.atMost\(/.test(place.text())),
  languages: {
    python: row(
      'Wait for the thing itself (`event.wait`, `thread.join`), or give the loop a limit of half a minute and more: it ends early all the same.',
      polls('for_statement, while_statement', /sleep\(/),
    ),
    javascript: row(
      'Let one generous limit decide: `vi.waitFor(check, { timeout: 10_000 })`, `expect.poll`, or the runner’s own time-out around an unbounded wait.',
      polls('for_statement, while_statement, do_statement'),
      calls('*.waitFor waitFor *.waitUntil wait-for-expect *.poll *.toPass *.waitForSelector', ({ args, file }) => {
        const given = args.map((arg) => fieldOf(arg, /^timeout$/, file)).find((value) => value !== null);
        return isShort(given ?? (args[1]?.is('number') ? args[1] : undefined), file);
      }),
    ),
    java: row(
      'Let one generous limit decide: `latch.await(30, SECONDS)`, Awaitility’s `atMost(Duration.ofSeconds(30))`.',
      polls('for_statement, while_statement, do_statement'),
      calls('*.await *.get *.poll *.tryAcquire *.awaitTermination *.join *.waitFor *.atMost', isShortOf(2)),
      calls('*.get *.orTimeout *.block *.expectComplete *.atMost', isShortOf(1)),
    ),
    go: row(
      'Wait without a limit of your own and let `go test -timeout` end what hangs, or take the limit from `t.Deadline()`.',
      polls('for_statement', /time\.(?:Sleep|After|Tick)/),
      nodesOf('communication_case', /^case [^\n]*time\.After/, (branch, file) => {
        const after = callsIn(branch, '^time\\.After$')[0];
        return isShort(after?.field('arguments')?.children()[1], file) && callsIn(branch, FAILS).length > 0;
      }),
      calls(
        '*.Eventually *.Eventuallyf *.EventuallyWithT',
        ({ args, file }) =>
          args.length >= 3 &&
          // The limit stands behind what is looked at.
          isShort(args[args[0]!.text().length < 3 || /\bT\(\)$/.test(args[0]!.text()) ? 2 : 1], file),
      ),
    ),
    rust: row(
      'Wait without a limit of your own (`rx.recv()`), and let the runner end what hangs; or choose a limit that only a hang reaches.',
      polls('for_expression, while_expression, loop_expression', /sleep/),
      calls(
        'tokio.time.timeout async_std.future.timeout',
        ({ node, args, file }) => isShort(args[0], file) && isAwaited(node, file),
      ),
      calls(
        '*.recv_timeout *.wait_timeout',
        ({ node, args, file }) => args.some((arg) => isShort(arg, file)) && isAwaited(node, file),
      ),
    ),
    shell: row(
      'Look for half a minute and more (it ends early all the same), and fail with a message when the time is over.',
      polls('for_statement, c_style_for_statement, while_statement'),
    ),
  },
};

const isAwaited = (node: Node, file: SourceFile): boolean =>
  semanticsOf(file).isStep(node, file) && expectsAnswer(node);

/** That nothing comes is asked for with `is_err`: a slow machine cannot break that. */
function expectsAnswer(call: Node): boolean {
  if (methodsOn(call).some((name) => /^(?:is_err|unwrap_err|expect_err|is_none|err)$/.test(name))) return false;
  const condition = nearest(call, ['let_condition', 'match_expression', 'block', 'call_expression']);
  return !(
    condition?.is('let_condition') &&
    /^Ok\b/.test(condition.fieldText('pattern')) &&
    /panicǃ/.test(textAt(nearest(call, ['if_expression'])))
  );
}
