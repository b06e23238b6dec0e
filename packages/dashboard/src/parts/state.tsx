/** What stands in for an answer that is on its way or was refused. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-tool.ts';

interface AnsweredProps<Value> {
  readonly from: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

export function Answered<Value>({ from, children }: AnsweredProps<Value>) {
  const { value, fault, reload } = from;
  return (
    <>
      {fault === null ? null : (
        <div class="fault" role="alert">
          <strong>{fault.code}</strong> {fault.message}{' '}
          <button type="button" class="plain" onClick={reload}>
            Try again
          </button>
        </div>
      )}
      {value !== null ? children(value) : fault === null ? <p class="quiet loading">Loading…</p> : null}
    </>
  );
}
