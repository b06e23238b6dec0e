/** One turn of the event loop: afterwards every promise that needs no outside event has settled. */

// Saved when the module loads, so that fake timers do not stop the turn.
const { setImmediate, setTimeout } = globalThis;

/** Resolves after the current microtasks, and those that they queue, are done. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate) setImmediate(resolve);
    else if (globalThis.MessageChannel) postTurn(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Browsers have no setImmediate, and clamp nested timeouts to 4 ms; a message is neither slow nor clamped. */
function postTurn(resolve: () => void): void {
  const { port1, port2 } = new globalThis.MessageChannel();
  const closeAndGoOn = () => {
    port1.close();
    resolve();
  };
  // Assigned rather than added as a listener, because only assignment starts a port in a browser.
  Object.assign(port1, { onmessage: closeAndGoOn });
  port2.postMessage(undefined);
}
