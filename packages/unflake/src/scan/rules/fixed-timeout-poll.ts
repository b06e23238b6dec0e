import type { SourceFile } from '../facts/source-file.ts';
import { callsIn } from '../semantics/calls.ts';
import { functionAround as functionAroundInGo, isRunByTest } from '../semantics/go/around.ts';
import { FAILS } from '../semantics/go/assertions.ts';
import { givesUpAtFixedTime as givesUpAtFixedTimeInGo, isPolling as isPollingInGo } from '../semantics/go/polling.ts';
import { milliseconds as millisecondsInGo } from '../semantics/go/variables.ts';
import { numberOf as numberOfInJava } from '../semantics/java/literals.ts';
import { functionAround as functionAroundInJavaScript } from '../semantics/javascript/around.ts';
import { fieldOf, numberOf as numberOfInJavaScript } from '../semantics/javascript/constants.ts';
import { hasFakeClock } from '../semantics/javascript/fake-clock.ts';
import { sleepOf } from '../semantics/javascript/sleeps.ts';
import { isPatched } from '../semantics/python/frozen.ts';
import { deadlineOf, looksOf as looksOfInPython, pauseOf as pauseOfInPython } from '../semantics/python/polling.ts';
import { isStepOfTest } from '../semantics/rust/around.ts';

import { methodsOn } from '../semantics/rust/chains.ts';
import {
  givesUpAtFixedTime as givesUpAtFixedTimeInRust,
  isPolling as isPollingInRust,
  SLEEPS,
} from '../semantics/rust/polling.ts';
import { milliseconds as millisecondsInRust } from '../semantics/rust/variables.ts';
import { LOOPS, looksOf as looksOfInShell, pauseOf as pauseOfInShell } from '../semantics/shell/polling.ts';
import { nearest } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { kindOf } from './kind.ts';
import { calls, type Find, nodesOf } from './rule.ts';

/** A machine under load may well take this long for what takes milliseconds at rest. */
const PYTHON_GENEROUS_SECONDS = 10;

/** A machine under load is late by more than this. */
const JAVASCRIPT_SHORT_MS = 1000;

const JAVASCRIPT_CLOCK = /\bDate\.now\(\)|\bperformance\.now\(\)|\bprocess\.hrtime\b/;

/** A machine under load is late by more than this. */
const JAVA_SHORT_MS = 1000;

const JAVA_CLOCK =
  /System\.(?:currentTimeMillis|nanoTime)\(\)|Instant\.now\(\)|\b(?:deadline|timeout|elapsed|remaining|limit)\b/i;

const UNIT_MS: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-6,
  MICROSECONDS: 1e-3,
  MILLISECONDS: 1,
  SECONDS: 1000,
  MINUTES: 60_000,
  ofMillis: 1,
  ofNanos: 1e-6,
  ofSeconds: 1000,
  ofMinutes: 60_000,
};

const sleeps = (loop: Node): boolean =>
  /\bThread\.sleep\(|TimeUnit\.[A-Z]+\.sleep\(|\b(?:sleep|pause)\(/.test(loop.field('body')?.text() ?? '');

const isShortInJava = (ms: number | null): boolean => ms !== null && ms > 0 && ms < JAVA_SHORT_MS;

/** Shorter than this is short for a machine that does other things as well. */
const GO_SHORT_MS = 1000;

/** Shorter than this is short for a machine that does other things as well. */
const RUST_SHORT_MS = 1000;

const loops = (kind: string): Find =>
  nodesOf(kind, /sleep/, (loop, file) => {
    const sleeps = callsIn(loop, SLEEPS).some(
      (call) => nearest(call, ['for_expression', 'while_expression', 'loop_expression'])?.id() === loop.id(),
    );
    return sleeps && isStepOfTest(loop, file) && isPollingInRust(loop) && givesUpAtFixedTimeInRust(loop);
  });

/** A machine under load may well take this long for what takes milliseconds at rest. */
const SHELL_GENEROUS_SECONDS = 10;

export const fixedTimeoutPoll = kindOf({
  name: 'fixed-timeout-poll',
  cause: { family: 'timing', kind: 'tight-timeout' },
  severity: 'warning',
  where: 'tests',
  message: 'waits for a short fixed time or a fixed number of tries, then goes on',
  why: 'A busy machine needs longer than the one on which the limit was chosen; then the test fails though nothing is wrong.',
  languages: {
    python: {
      fix: 'Wait for the thing itself (`event.wait`, `thread.join`), or give the loop a limit of half a minute and more: it ends early all the same.',
      find: [nodesOf('for_statement', /sleep\(/, isShortPoll), nodesOf('while_statement', /sleep\(/, isShortPoll)],
    },
    javascript: {
      fix: 'Let one generous limit decide: `vi.waitFor(check, { timeout: 10_000 })`, `expect.poll`, or the runner’s own time-out around an unbounded wait.',
      find: [
        nodesOf('for_statement', null, (loop, file) => isBoundedInJavaScript(loop) && sleepsIn(loop, file)),
        nodesOf('while_statement', null, (loop, file) => isBoundedInJavaScript(loop) && sleepsIn(loop, file)),
        nodesOf('do_statement', null, (loop, file) => isBoundedInJavaScript(loop) && sleepsIn(loop, file)),
        calls('*.waitFor waitFor *.waitUntil wait-for-expect *.poll *.toPass *.waitForSelector', ({ args, file }) => {
          const given = args.map((arg) => fieldOf(arg, /^timeout$/, file)).find((value) => value !== null);
          const ms = numberOfInJavaScript(given ?? (args[1]?.is('number') ? args[1] : undefined), file);
          return ms !== null && ms > 0 && ms < JAVASCRIPT_SHORT_MS;
        }),
      ],
    },
    java: {
      fix: 'Let one generous limit decide: `latch.await(30, SECONDS)`, Awaitility’s `atMost(Duration.ofSeconds(30))`.',
      find: [
        nodesOf('while_statement', null, (loop) => isBoundedInJava(loop) && sleeps(loop)),
        nodesOf('do_statement', null, (loop) => isBoundedInJava(loop) && sleeps(loop)),
        nodesOf(
          'for_statement',
          null,
          (loop) => loop.field('condition') !== null && /[<>]/.test(loop.field('condition')!.text()) && sleeps(loop),
        ),
        calls(
          '*.await *.get *.poll *.tryAcquire *.awaitTermination *.join *.waitFor',
          ({ args, file }) => args.length === 2 && isShortInJava(msOf(args[0]!, args[1]!, file)),
        ),
        calls('*.atMost', ({ args, file }) =>
          isShortInJava(args.length === 2 ? msOf(args[0]!, args[1]!, file) : durationOf(args[0], file)),
        ),
        calls(
          '*.get *.orTimeout *.block *.expectComplete',
          ({ args, file }) => args.length === 1 && isShortInJava(durationOf(args[0], file)),
        ),
      ],
    },
    go: {
      fix: 'Wait without a limit of your own and let `go test -timeout` end what hangs, or take the limit from `t.Deadline()`.',
      find: [
        nodesOf('for_statement', /time\.(?:Sleep|After|Tick)/, (loop, file) => {
          const sleeps = callsIn(loop, '^time\\.(?:Sleep|After)$').some(
            (call) => nearest(call, ['for_statement'])?.id() === loop.id(),
          );
          return (
            sleeps &&
            isRunByTest(loop, file) &&
            isPollingInGo(loop) &&
            givesUpAtFixedTimeInGo(loop, functionAroundInGo(loop, file))
          );
        }),
        nodesOf('communication_case', /time\.After/, (branch) => {
          const after = callsIn(branch, '^time\\.After$')[0];
          const limit = millisecondsInGo(after?.field('arguments')?.children()[1]);
          return limit !== null && limit < GO_SHORT_MS && callsIn(branch, FAILS).length > 0;
        }),
        calls('*.Eventually *.Eventuallyf *.EventuallyWithT', ({ args }) => {
          const limit = millisecondsInGo(args.find((argument) => millisecondsInGo(argument) !== null));
          return args.length >= 3 && limit !== null && limit < GO_SHORT_MS;
        }),
      ],
    },
    rust: {
      fix: 'Wait without a limit of your own (`rx.recv()`), and let the runner end what hangs; or choose a limit that only a hang reaches.',
      find: [
        loops('for_expression'),
        loops('while_expression'),
        loops('loop_expression'),
        calls(
          'tokio.time.timeout async_std.future.timeout',
          ({ node, args, file }) => isShortInRust(args[0]) && isStepOfTest(node, file) && expectsAnswer(node),
        ),
        calls(
          '*.recv_timeout *.wait_timeout',
          ({ node, args, file }) => args.some(isShortInRust) && isStepOfTest(node, file) && expectsAnswer(node),
        ),
      ],
    },
    shell: {
      fix: 'Look for half a minute and more (it ends early all the same), and fail with a message when the time is over.',
      find: LOOPS.map((kind) => nodesOf(kind, null, isShortInShell)),
    },
  },
});

function isShortPoll(loop: Node, file: SourceFile): boolean {
  const pause = pauseOfInPython(loop, file);
  if (pause === null || isPatched(loop, 'sleep')) return false;
  const looks = looksOfInPython(loop, file);
  const seconds = looks === null ? (loop.is('while_statement') ? deadlineOf(loop, file) : null) : looks * pause;
  return seconds !== null && seconds < PYTHON_GENEROUS_SECONDS;
}

function isBoundedInJavaScript(loop: Node): boolean {
  if (loop.is('for_statement')) return loop.field('condition') !== null && /[<>]/.test(loop.field('condition')!.text());
  const condition = loop.field('condition')?.text() ?? '';
  return (
    JAVASCRIPT_CLOCK.test(condition) ||
    /[<>]=?\s*[\d_]+|(?:--|\+\+)|\b(?:tries|attempts?|retries|count)\b/.test(
      condition.replace(/\.(?:size|length)\s*[<>]=?\s*\d+/g, ''),
    ) ||
    (/^\(?true\)?$/.test(condition) && JAVASCRIPT_CLOCK.test(loop.text()))
  );
}

function sleepsIn(loop: Node, file: SourceFile): boolean {
  if (hasFakeClock(file)) return false;
  const own = functionAroundInJavaScript(loop)?.id();
  return loop
    .findAll({ rule: { kind: 'await_expression' } })
    .some((node) => functionAroundInJavaScript(node)?.id() === own && sleepOf(node, file) !== null);
}

function isBoundedInJava(loop: Node): boolean {
  const condition = loop.field('condition')?.text() ?? '';
  return (
    JAVA_CLOCK.test(condition) ||
    /[<>]=?\s*[0-9A-Z_]+\b|\+\+|--|\b(?:tries|attempts?|retries|count)\b/.test(
      condition.replace(/\.(?:size|length)\(\)\s*[<>]=?\s*\d+/g, ''),
    )
  );
}

function msOf(amount: Node, unit: Node, file: SourceFile): number | null {
  const number = numberOfInJava(amount, file);
  const factor = UNIT_MS[/[A-Z]+$/.exec(unit.text())?.[0] ?? ''];
  return number === null || factor === undefined ? null : number * factor;
}

function durationOf(node: Node | undefined, file: SourceFile): number | null {
  const match = /^(?:Duration\.)?(of(?:Millis|Nanos|Seconds|Minutes))\(/.exec(node?.text() ?? '');
  const amount = node?.field('arguments')?.namedChildren()[0];
  const number = numberOfInJava(amount, file);
  return match === null || number === null ? null : number * UNIT_MS[match[1]!]!;
}

function isShortInRust(node: Node | undefined): boolean {
  const limit = millisecondsInRust(node);
  return limit !== null && limit < RUST_SHORT_MS;
}

/** That nothing comes is asked for with `is_err`: a slow machine cannot break that. */
function expectsAnswer(call: Node): boolean {
  if (methodsOn(call).some((name) => /^(?:is_err|unwrap_err|expect_err|is_none|err)$/.test(name))) return false;
  const condition = nearest(call, ['let_condition', 'match_expression', 'block', 'call_expression']);
  return !(
    condition?.is('let_condition') &&
    /^Ok\b/.test(condition.field('pattern')?.text() ?? '') &&
    /panicǃ/.test(nearest(call, ['if_expression'])?.text() ?? '')
  );
}

function isShortInShell(loop: Node, file: SourceFile): boolean {
  const pause = pauseOfInShell(loop, file);
  const looks = pause === null ? null : looksOfInShell(loop);
  return pause !== null && looks !== null && pause * looks < SHELL_GENEROUS_SECONDS;
}
