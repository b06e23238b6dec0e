/**
 * The lock of an environment: flock(2), which the kernel releases when the last holder is gone. Node cannot call it, so flock(1) locks a
 * descriptor of ours: the lock belongs to the open file and remains after flock(1) has ended.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { UnflakeError } from '../contract/faults.ts';
import { markText, processMark } from './process-mark.ts';

export interface HeldLock {
  /** The open lock file. A process that inherits the descriptor holds the lock too. */
  readonly fd: number;
  /** May be called twice. */
  readonly release: () => void;
}

export interface LockRequest {
  /** Limited; 0 tries once. */
  readonly waitMs: number;
  /** Text for processes that wait: what we are doing. */
  readonly words: string;
  readonly signal?: AbortSignal;
}

/** The path under which flock(1) finds our descriptor. */
const DESCRIPTOR = 3;
/** The exit code of flock(1) after a timeout. */
const NOT_IN_TIME = 75;

/** Null if another process still holds it after the wait. */
export async function takeLock(path: string, request: LockRequest): Promise<HeldLock | null> {
  for (;;) {
    mkdirSync(dirname(path), { recursive: true });
    // Not truncated on opening: the text is the holder's until we hold the lock.
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o666);
    try {
      if (!(await flock(fd, request.waitMs, 'exclusive', request.signal))) {
        closeSync(fd);
        return null;
      }
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    if (isStillAt(path, fd)) return held(fd, request.words);
    // Removing all environments also removes the lock files; a lock on a deleted file is worthless.
    closeSync(fd);
  }
}

function isStillAt(path: string, fd: number): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  const ours = fstatSync(fd);
  return there?.ino === ours.ino && there.dev === ours.dev;
}

function held(fd: number, words: string): HeldLock {
  ftruncateSync(fd);
  writeSync(fd, `${markText(processMark(process.pid))} ${words.replaceAll('\n', ' ')}\n`, 0);
  let open = true;
  return {
    fd,
    release() {
      if (open) closeSync(fd);
      open = false;
    },
  };
}

/** True if another process holds the lock. Takes a shared lock for a moment, so that it also notices invisible holders. */
export async function isLocked(path: string): Promise<boolean> {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
  try {
    return !(await flock(fd, 0, 'shared'));
  } finally {
    closeSync(fd);
  }
}

async function flock(fd: number, waitMs: number, mode: 'exclusive' | 'shared', signal?: AbortSignal): Promise<boolean> {
  signal?.throwIfAborted();
  const patience = waitMs > 0 ? ['--timeout', (waitMs / 1_000).toFixed(3)] : ['--nonblock'];
  const args = [`--${mode}`, ...patience, '--conflict-exit-code', String(NOT_IN_TIME), String(DESCRIPTOR)];
  const child = spawn('flock', args, { stdio: ['ignore', 'ignore', 'ignore', fd], detached: true });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    signal?.throwIfAborted();
    if (code === 0) return true;
    if (code === NOT_IN_TIME) return false;
    throw new Error(`flock ended with status ${code}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new UnflakeError(
      'NOT_EXECUTABLE',
      'flock cannot be started: no such program; it is part of util-linux',
      { program: 'flock' },
      { cause: error },
    );
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
