import { holderOf, letGo } from '../../semantics/javascript/held.ts';
import { calls, type LanguageRule } from '../rule.ts';

const ENDS = /^(?:terminate|kill|disconnect|destroy|close|shutdown|stop|cancel|abort|end)$/;
const WAITS = /^(?:once|finished|killTree|kill|terminate|treeKill|waitForExit|exited|untilExit|close|stop)$/i;

export const javascript: LanguageRule = {
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
