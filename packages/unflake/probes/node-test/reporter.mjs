/**
 * Replaces a reporter of node:test. Reporters read asynchronously and lose what a crash leaves unread; the stream that is piped into this
 * one emits each event as it happens, and we listen there.
 */
import { Transform } from 'node:stream';
import { begin, finish, finishFile, root, watchIdle } from './executions.mjs';
import { failureOf } from './outcome.mjs';
import { clearTimeout, setTimeout } from './real-time.mjs';
import { writeEvent } from './stream.mjs';

// A server or timer that a test leaves open would keep the file alive until the time limit, without new information.
const LEAK_GRACE_MS = 1000;
// After hooks may have to stop something slow.
const HOOK_GRACE_MS = 10_000;

const silent = new Transform({
  writableObjectMode: true,
  transform(_event, _encoding, done) {
    done();
  },
});

silent.on('pipe', (source) => {
  let completes = false;
  let afterFailure;
  source.on('test:dequeue', begin);
  source.on('test:complete', (data) => {
    completes = true;
    finish(data);
  });
  source.on('test:pass', (data) => {
    // Early releases of Node 20 have no `complete`.
    if (!completes) finish({ ...data, details: { ...data.details, passed: true } });
  });
  source.on('test:fail', (data) => {
    // If its own after hook fails, the file itself fails, as one more test than we registered.
    if (data.nesting === 0 && data.testNumber > root.count) afterFailure = failureOf(data);
    else if (!completes) finish({ ...data, details: { ...data.details, passed: false } });
  });
  source.on('test:diagnostic', ({ message }) => {
    if (message.includes('asynchronous activity'))
      writeEvent({ ev: 'problem', text: message.replace(/ at \S+:\d+:\d+/, '') });
  });
  source.on('test:plan', ({ nesting }) => {
    if (nesting === 0) finishFile(afterFailure);
  });
});

let leakTimer;
watchIdle((idle) => {
  clearTimeout(leakTimer);
  if (idle) leakTimer = setTimeout(endLeakyProcess, idle.awaitsHooks ? HOOK_GRACE_MS : LEAK_GRACE_MS).unref();
});

function endLeakyProcess() {
  const open = process.getActiveResourcesInfo().filter((name) => !/^(TTY|Pipe|File|MessagePort)/.test(name));
  writeEvent({
    ev: 'problem',
    text: `the file's process stayed alive after its tests; still open: ${open.join(', ')}`,
  });
  process.exit();
}

// Node imports reporters by their default export.
export default silent;
