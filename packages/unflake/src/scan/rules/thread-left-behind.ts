import type { Node, SourceFile } from '../facts/source-file.ts';
import { calleeOf, isDiscarded } from '../semantics/calls.ts';
import { declared, hasMethod, leaves } from '../semantics/go/variables.ts';
import { holderOf } from '../semantics/held.ts';
import { scopeOf, semanticsOf } from '../semantics/index.ts';
import { letGo as javaLetGo } from '../semantics/java/left-behind.ts';
import { wholeCall } from '../semantics/kotlin.ts';
import { heldName, isHandedOn, isLetGo, sharedText, statementOf } from '../semantics/place.ts';
import { isEndless } from '../semantics/polled.ts';
import { isTest } from '../semantics/rust/around.ts';
import { isScoped, runsForEver as runsOn, SPAWNS } from '../semantics/rust/timing.ts';
import { initialOf } from '../semantics/rust/variables.ts';
import type { Release } from '../semantics/semantics.ts';
import { commandOf } from '../semantics/shell/command.ts';
import { AMPERSAND, isBackground, isEnded, isTimer, STATEMENTS } from '../semantics/shell/timing.ts';
import { isWaitedFor } from '../semantics/started-work.ts';
import { quoted, re } from '../semantics/undone.ts';
import { named, textAt } from '../syntax/node.ts';
import { notReleased } from './left-behind.ts';
import { type Call, calls, type Kind, nodesOf, row, under, words } from './rule.ts';

/** Nothing in the same test, or around all of them, ends it. */
const unlessShared =
  (ends: RegExp) =>
  ({ node, file }: Call): boolean =>
    !ends.test(sharedText(node, file));

const PYTHON_ENDS = 'join|shutdown|terminate|kill|wait|communicate|close|stop|send_signal|cancel';
const JAVASCRIPT_ENDS = {
  methods: 'terminate|kill|disconnect|destroy|close|shutdown|stop|cancel|abort|end',
  functions: 'once|finished|killTree|kill|terminate|treeKill|waitForExit|exited|untilExit|close|stop',
};
const KOTLIN_ENDS =
  'join|joinAll|shutdown|shutdownNow|close|use|interrupt|forEach|cancel|await|awaitTermination|destroy|destroyForcibly|waitFor|onEach|map';
/** Not one that tells when it is done, which is waited for by that. */
const isKotlinLeft =
  (by: Release) =>
  ({ node, args, file }: Call): boolean =>
    !args.some((arg) => /^isDaemon\s*=\s*true|^start\s*=\s*false/.test(arg.text())) &&
    !/\b(?:countDown|complete\w*|release)\(/.test(wholeCall(node).text()) &&
    notReleased(by)({ node: wholeCall(node), file });

const JAVA_POOLS = under(
  'java.util.concurrent.Executors',
  `newFixedThreadPool newCachedThreadPool newSingleThreadExecutor newScheduledThreadPool newSingleThreadScheduledExecutor
   newWorkStealingPool newVirtualThreadPerTaskExecutor newThreadPerTaskExecutor`,
);

export const threadLeftBehind: Kind = {
  name: 'thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a thread or a process and does not end it',
  why: 'It lives on during the tests that follow: it takes CPU time, writes to shared state, and may keep the run from ending.',
  languages: {
    python: row(
      'Join it (`thread.join()`, `process.wait()`), or use `with ThreadPoolExecutor() as pool:`; `addCleanup` and a fixture’s tear-down do as well.',
      // These run from the start; threads and processes do so once they are started.
      calls(
        `multiprocessing.Pool multiprocessing.pool.ThreadPool concurrent.futures.ThreadPoolExecutor
           concurrent.futures.ProcessPoolExecutor subprocess.Popen`,
        notReleased({ methods: PYTHON_ENDS }),
      ),
      calls('threading.Thread multiprocessing.Process', notReleased({ methods: PYTHON_ENDS, onceStarted: true })),
    ),
    javascript: row(
      'End it where failures pass too: `t.after(() => child.kill())`, `afterEach(() => worker.terminate())`; then wait for `exit`.',
      calls(
        `child_process.spawn child_process.fork worker_threads.Worker cross-spawn cross-spawn.spawn cluster.fork`,
        (call) => !isHeardEnding(call) && notReleased(JAVASCRIPT_ENDS)(call),
      ),
    ),
    java: row(
      'End them where failures pass too: try-with-resources, `executor.shutdownNow()` in `@AfterEach`, `process.destroy()`, `thread.join()`.',
      calls(
        [
          ...JAVA_POOLS,
          ...under('java.util.concurrent', 'ThreadPoolExecutor ScheduledThreadPoolExecutor ForkJoinPool'),
        ],
        notReleased({ methods: 'shutdown|shutdownNow|close|awaitTermination' }),
      ),
      calls('Thread', isJavaThreadLeft),
      calls(
        '*.start *.exec',
        (call) =>
          /\bnew ProcessBuilder\(|^Runtime\.getRuntime\(\)/.test(call.node.text()) &&
          notReleased({ methods: 'waitFor|destroy|destroyForcibly|onExit' })(call),
      ),
    ),
    go: row(
      'End it in `t.Cleanup`: cancel its context, `srv.Close()`, `cmd.Process.Kill()` and `cmd.Wait()`.',
      nodesOf('go_statement', null, (start, file) => {
        const call = named(start)[0];
        if (call === undefined || !semanticsOf(file).isStep(start, file)) return false;
        const callee = call.field('function');
        if (callee?.is('func_literal')) return runsForEver(callee);
        return servesForEver(calleeOf(call), scopeOf(start, file));
      }),
      calls('*.Start', ({ node, args, file }) => {
        const name = /^(\w+)\.Start$/.exec(calleeOf(node))?.[1];
        if (name === undefined || args.length > 0) return false;
        const scope = scopeOf(node, file);
        const isCommand = /^exec\.Command(?:Context)?\(/.test(textAt(declared(name, scope)));
        return isCommand && !hasMethod(name, 'Wait|Kill|Signal|Release', scope) && !leaves(name, scope);
      }),
    ),
    rust: row(
      'End it: `child.kill()` and `child.wait()`, `task.abort()`, or a channel whose closing ends the loop, then `join()`.',
      calls(
        SPAWNS,
        (call) =>
          isTest(scopeOf(call.node, call.file), call.file) &&
          !isScoped(call.node) &&
          runsOn(call.node) &&
          notReleased({ methods: 'abort|join|is_finished|abort_handle' })(call),
      ),
      calls(
        '*.spawn',
        (call) =>
          call.args.length === 0 &&
          isCommand(call) &&
          notReleased({ methods: 'wait\\w*|kill|start_kill|try_wait' })(call),
      ),
    ),
    shell: row(
      'Keep `pid=$!`, and `kill "$pid"; wait "$pid"` in `teardown`; or `wait` for it in the test.',
      nodesOf(
        STATEMENTS,
        null,
        (node, file) => isBackground(node) && !isTimer(node) && !isEnded(node, file),
        AMPERSAND,
      ),
      nodesOf('command', /^coproc\b/, (node, file) => commandOf(node).name === 'coproc' && !isEnded(node, file)),
    ),
    kotlin: row(
      'End it where failures pass too: `executor.use { … }`, `thread.join()`, `scope.cancel()` in `@AfterEach`, `process.destroy()`.',
      calls(
        [
          ...JAVA_POOLS,
          ...words(
            `kotlin.concurrent.thread java.lang.Thread.startVirtualThread kotlinx.coroutines.GlobalScope.launch
               kotlinx.coroutines.newSingleThreadContext kotlinx.coroutines.newFixedThreadPoolContext`,
          ),
        ],
        isKotlinLeft({ methods: KOTLIN_ENDS }),
      ),
      calls('java.lang.Thread', isKotlinLeft({ methods: KOTLIN_ENDS, onceStarted: true })),
    ),
    ruby: row(
      'End it where failures pass too: `thread.join` or `thread.kill` in `after` or `ensure`; `Process.wait(pid)` for a child.',
      calls(
        'Thread.new Thread.start Thread.fork',
        notReleased({ methods: 'join|value|kill|exit|terminate|each|map|wakeup' }),
      ),
      calls(
        'fork Process.fork spawn Process.spawn IO.popen',
        ({ node, name, file }) =>
          // A process takes no block but that of `fork`.
          !(/spawn$/.test(name) && node.field('block') !== null) &&
          !/\b(?:Process\.(?:wait\w*|detach|kill)|waitpid|\.close\b)/.test(sharedText(node, file)) &&
          (name !== 'IO.popen' || node.field('block') === null) &&
          !/^return\b|\.(?:read|each)/.test(statementOf(node).text()) &&
          /^(?:@?\w+\s*=\s*)?(?:fork|spawn|Process|IO)\b/.test(statementOf(node).text()),
      ),
    ),
    csharp: row(
      'End it where failures pass too: `thread.Join()`, `using var process = …` with `Kill()` in `Dispose`, `await host.StopAsync()`.',
      calls(
        'System.Threading.Thread',
        (call) =>
          !/IsBackground\s*=\s*true/.test(statementOf(call.node).text()) &&
          notReleased({ methods: 'Join|Interrupt|Abort|ForEach|IsBackground\\s*=\\s*true', onceStarted: true })(call),
      ),
      calls(
        'System.Diagnostics.Process.Start',
        (call) =>
          !/^using\b/.test(statementOf(call.node).text()) &&
          (heldName(call.node) !== null || isDiscarded(call.node)) &&
          notReleased({ methods: 'Kill|WaitForExit\\w*|Dispose|Close|CloseMainWindow' })(call),
      ),
    ),
    cpp: row(
      'Join it, where failures pass too: `std::jthread`, `thread.join()` in `TearDown`, `waitpid(pid, &status, 0)`.',
      calls(
        '*.detach',
        ({ node, args, file }) =>
          args.length === 0 &&
          /(?:std::thread\b|\bthread\w*\.detach|\bt\d*\.detach)/i.test(
            `${statementOf(node).text()} ${re`std::thread\s+${/^(\w+)/.exec(node.text())?.[1] ?? '\\0'}\b`.exec(file.text)?.[0] ?? ''}`,
          ),
      ),
      calls('pthread_create', unlessShared(/\bpthread_(?:join|cancel|kill)\(/)),
      calls(
        'fork vfork',
        (call) => call.args.length === 0 && unlessShared(/\bwait(?:pid|id|3|4)?\s*\(|\bkill\s*\(/)(call),
      ),
      calls(
        'popen _popen posix_spawn posix_spawnp',
        (call) =>
          unlessShared(/\b_?pclose\(|\bwait(?:pid)?\(|\bkill\(/)(call) &&
          !/^return\b/.test(statementOf(call.node).text()),
      ),
    ),
    php: row(
      'End it in `tearDown()` or `finally`: `proc_terminate($process)`, `$process->stop()`, `pcntl_waitpid($pid, $status)`.',
      calls(
        'proc_open popen',
        (call) =>
          !isHandedOn(heldName(call.node), call.node, call.file) &&
          unlessShared(/\b(?:proc_close|proc_terminate|pclose|posix_kill)\(/)(call),
      ),
      calls('pcntl_fork', unlessShared(/\b(?:pcntl_wait(?:pid)?|posix_kill)\(/)),
      calls('*.start', ({ node, args, file }) => {
        const name = /([A-Za-z_]\w*)$/.exec(node.fieldText('object'))?.[1];
        if (name === undefined || args.length > 0 || !/process/i.test(name) || !/\bProcess\b/.test(file.text))
          return false;
        return !isLetGo(name, 'stop|wait|waitUntil|signal', node, file);
      }),
    ),
  },
};

/** A loop without a condition, and nothing in the function that leaves it. */
function runsForEver(literal: Node): boolean {
  const endless = literal
    .findAll('for_statement')
    .filter((loop) => named(loop).every((part) => part.is('block') || part.is('comment')));
  const leaves = 'return_statement, break_statement, goto_statement';
  return endless.some((loop) => isEndless(loop, leaves, '^(?:panic|runtime\\.Goexit|os\\.Exit|log\\.Fatal)'));
}

function servesForEver(callee: string, scope: Node): boolean {
  if (/^http\.(?:ListenAndServe(?:TLS)?|Serve(?:TLS)?)$/.test(callee)) return true;
  const server = /^(\w+)\.(?:Serve|ListenAndServe)(?:TLS)?$/.exec(callee)?.[1];
  if (server === undefined || !/^&?(?:http\.Server\b|grpc\.NewServer\()/.test(textAt(declared(server, scope))))
    return false;
  return !hasMethod(server, 'Close|Shutdown|Stop|GracefulStop', scope) && !leaves(server, scope);
}

/** It listens for the end of what it has started. */
function isHeardEnding({ node, file }: Call): boolean {
  const ending = /\.on(?:ce)?\(\s*["'](?:exit|close)["']/;
  if (ending.test(textAt(node.parent()?.parent()))) return true;
  const holder = holderOf(node);
  return holder.kind === 'name' && re`\b${holder.name}${ending.source}`.test(file.text);
}

function isJavaThreadLeft({ node, args, file }: Call): boolean {
  const holder = holderOf(node);
  if (/elsewhere|closing/.test(holder.kind)) return false;
  const task = args[0]?.is('identifier') ? args[0].text() : null;
  // What it runs is told to stop.
  if (task !== null && (javaLetGo(node, task, file, /^(?:stop|close|cancel|shutdown)/) || isResource(task, file)))
    return false;
  if (isWaitedFor(node, file)) return false;
  if (holder.kind === 'nobody') return /\)\s*\.start\(\)/.test(statementOf(node).text());
  if (holder.kind !== 'name' || !re`\b${quoted(holder.name)}\.start\(\)`.test(file.text)) return false;
  return !javaLetGo(node, holder.name, file, /^(?:join|interrupt|setDaemon|stop)$/);
}

const isResource = (name: string, file: SourceFile): boolean =>
  file.root.findAll('resource').some((one) => one.field('name')?.text() === name);

/** A process of Rust that does not end when its handle is dropped. */
function isCommand({ node, file }: Call): boolean {
  const on = node.field('function')?.field('value');
  const scope = scopeOf(node, file);
  const made = on?.is('identifier') ? initialOf(on.text(), scope, file.root) : on;
  return (
    /^(?:(?:std|tokio)::process::)?Command::(?:new|cargo_bin)\(/.test(textAt(made)) &&
    !/kill_on_drop\(\s*true/.test(scope.text())
  );
}
