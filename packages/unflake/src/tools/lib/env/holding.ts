/** Runs `body` while the lock of an environment is held. The wait is limited and reports the holder. */
import { UnflakeError } from '../../../contract/faults.ts';
import { takeLock } from '../../../testbed/lock.ts';
import { type LockHolder, lockHolders } from '../../../testbed/lock-holders.ts';
import { environmentPlaces } from '../../../testbed/places.ts';
import { type HeldLocks, type Session, sayStep } from './session.ts';

/** Longer than `env status` holds its momentary shared lock. */
const FIRST_TRY_MS = 200;

export async function holding<T>(
  session: Session,
  name: string,
  held: HeldLocks,
  body: (held: HeldLocks) => Promise<T>,
): Promise<T> {
  if (heldByParentProcess(session, name) || held.names.includes(name)) return body(held);
  const { context, testbed, waitMs } = session;
  const path = environmentPlaces(testbed.places.envs, name).lock;
  const request = { words: 'unflake env run', signal: context.signal };
  const first = await takeLock(path, { ...request, waitMs: Math.min(FIRST_TRY_MS, waitMs) });
  const lock = first ?? (await waitFor(session, name, path, request));
  try {
    return await body({ names: [...held.names, name], fds: [...held.fds, lock.fd] });
  } finally {
    lock.release();
  }
}

type Request = { readonly words: string; readonly signal: AbortSignal };

async function waitFor(session: Session, name: string, path: string, request: Request) {
  const { waitMs } = session;
  const holders = lockHolders(path);
  const patience = `at most ${Math.round(waitMs / 1_000)} s`;
  // A parallel step of the same run is not worth a message.
  if (!holders.some(({ pid }) => pid === process.pid)) {
    sayStep(session, 'wait', `${name} is held by ${holdersText(holders)}; ${patience}`);
  }
  const lock = await takeLock(path, { ...request, waitMs: Math.max(1, waitMs - FIRST_TRY_MS) });
  if (lock !== null) return lock;
  const now = lockHolders(path);
  throw new UnflakeError(
    'ENV_LOCKED',
    `the environment ${name} is held by ${holdersText(now)}, still after ${Math.round(waitMs / 1_000)} s`,
    { environment: name, holders: now, waitedMs: waitMs },
  );
}

export function holdersText(holders: readonly LockHolder[]): string {
  if (holders.length === 0) return 'a process that cannot be seen from here';
  return holders
    .map(({ pid, words, as }) =>
      as === 'taker' ? `process ${pid} (${words})` : `process ${pid} (${words}), left behind by a run that has ended`,
    )
    .join(' and ');
}

/** A parent process started us and holds the lock for us. */
function heldByParentProcess({ context }: Session, name: string): boolean {
  return (context.env.UNFLAKE_ENV_HELD ?? '').split(':').includes(name);
}
