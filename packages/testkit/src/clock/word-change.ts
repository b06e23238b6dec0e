/** Waits, without blocking the thread, until another thread changes a shared word and notifies. */

// ES2024; not yet in the types of our target.
type WaitAsync = (
  words: Int32Array,
  at: number,
  value: number,
) => { readonly async: false } | { readonly async: true; readonly value: Promise<unknown> };

const POLL_MS = 1;
const { setTimeout } = globalThis;

/** Resolves once `words[at]` is no longer `value`. */
export async function changeOf(words: Int32Array, at: number, value: number): Promise<void> {
  const waitAsync = Reflect.get(Atomics, 'waitAsync') as WaitAsync | undefined;
  while (Atomics.load(words, at) === value) {
    if (waitAsync === undefined) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    const wait = waitAsync(words, at, value);
    if (wait.async) await wait.value;
  }
}
