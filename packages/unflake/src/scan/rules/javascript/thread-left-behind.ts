import { calls, type Rule } from '../rule.ts';
import { holderOf, letGo } from './held.ts';

const ENDS = /^(?:terminate|kill|disconnect|destroy|close|shutdown|stop|cancel|abort|end)$/;
const WAITS = /^(?:once|finished|killTree|kill|terminate|treeKill|waitForExit|exited|untilExit|close|stop)$/i;

export const threadLeftBehind: Rule = {
  id: 'javascript/thread-left-behind',
  cause: { family: 'resource-leak', kind: 'threads' },
  severity: 'warning',
  where: 'tests',
  message: 'starts a process or a worker that nobody ends',
  why: 'It lives on beside the tests that follow: it keeps ports and files, takes processor time, and may keep the runner from ending.',
  fix: 'End it where failures pass too: `t.after(() => child.kill())`, `afterEach(() => worker.terminate())`; then wait for `exit`.',
  find: [
    calls(
      [
        'child_process.spawn',
        'child_process.fork',
        'worker_threads.Worker',
        'cross-spawn',
        'cross-spawn.spawn',
        'cluster.fork',
      ],
      ({ node, file }) => {
        const holder = holderOf(node);
        if (holder.kind === 'elsewhere') return false;
        if (/\.on(?:ce)?\(\s*["'](?:exit|close)["']/.test(node.parent()?.parent()?.text() ?? '')) return false;
        if (holder.kind === 'nobody') return true;
        if (new RegExp(`\\b${holder.name}\\.on(?:ce)?\\(\\s*["'](?:exit|close)["']`).test(file.text)) return false;
        return !letGo(node, holder.name, file, ENDS, WAITS);
      },
    ),
  ],
};
