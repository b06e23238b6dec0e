/** A value that pages show and that changes under them. */
import { useEffect, useState } from 'preact/hooks';

export interface Cell<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function cell<Value>(first: Value): Cell<Value> {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useCell<Value>(source: Cell<Value>): Value {
  const [value, setValue] = useState(source.get);
  useEffect(() => {
    const update = () => setValue(() => source.get());
    update();
    return source.subscribe(update);
  }, [source]);
  return value;
}
