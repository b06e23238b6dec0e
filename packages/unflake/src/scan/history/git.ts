/** Asks git, by arguments and never through a shell, within a time. What git cannot answer is said in words and is no fault. */
import { execFile } from 'node:child_process';

export type GitAnswer = { readonly text: string } | { readonly why: string };

export type Git = (args: readonly string[]) => Promise<GitAnswer>;

/** A log of lines walks the history; in a large repository one that takes longer than this is not worth its wait. */
const MAX_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A repository may set what its log looks like; we read the plain form. */
const PLAIN = ['--no-pager', '-c', 'color.ui=false', '-c', 'diff.noprefix=false', '-c', 'log.showSignature=false'];

export function gitIn(root: string, signal?: AbortSignal): Git {
  return (args) =>
    new Promise((resolve, reject) => {
      const options = {
        maxBuffer: MAX_BYTES,
        timeout: MAX_MS,
        env: { ...process.env, GIT_EXTERNAL_DIFF: '', GIT_OPTIONAL_LOCKS: '0' },
        ...(signal === undefined ? {} : { signal }),
      };
      execFile('git', ['-C', root, ...PLAIN, ...args], options, (error, stdout) => {
        if (error === null) resolve({ text: stdout });
        else {
          const why = whyNot(error);
          if (why === null) reject(error);
          else resolve({ why });
        }
      });
    });
}

function whyNot(error: Error & { code?: unknown; killed?: boolean; stderr?: string }): string | null {
  if (error.code === 'ENOENT') return 'git is not installed';
  if (error.name === 'AbortError') return 'it was interrupted';
  if (error.killed) return `git took more than ${MAX_MS / 1000} seconds`;
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'git said too much';
  if (typeof error.code !== 'number') return null;
  return /not a git repository/i.test(error.message)
    ? 'the folder is not under version control'
    : 'git knows no history';
}
