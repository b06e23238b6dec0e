/** Waits for tests that a file defines after it was loaded: behind a look-up, a read or an import that it started. */
import { now, pause } from './real-time.mjs';

/** Work that ends by itself. Servers and timers may stay for good. */
const REQUESTS = /^FSReq|ReqWrap$|ConnectWrap$/;
/** Between two requests, and while modules are resolved in another thread, none is to be seen. */
const QUIET_MS = 30;
const MAX_MS = 5000;

/** Resolves when `isComplete` holds, or when nothing that the file started is under way any more. */
export async function lateDefinitions(isComplete) {
  const deadline = now() + MAX_MS;
  let busyAt = now();
  while (!isComplete()) {
    const at = now();
    if (process.getActiveResourcesInfo().some((kind) => REQUESTS.test(kind))) busyAt = at;
    if (at > busyAt + QUIET_MS || at > deadline) return;
    await pause(5);
  }
}
