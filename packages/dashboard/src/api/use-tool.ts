/** The answer of a tool for a page. An earlier answer to the same call is shown while a new one is on its way. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { callTool } from './call.ts';
import { Fault } from './request.ts';
import type { Input, Results, ToolName } from './results.ts';
import { sessionNeedsToken } from './session.ts';
import { readToken } from './token.ts';

export interface Loaded<Value> {
  readonly value: Value | null;
  readonly fault: Fault | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

const MAX_KEPT = 40;
const kept = new Map<string, unknown>();

interface UseToolOptions {
  /** Shows the answer to the last call of this place until the next one is there: for tables that turn pages. */
  readonly meanwhile?: 'last-answer';
}

/** Nothing is asked while `input` is null. */
export function useTool<Name extends ToolName>(
  name: Name,
  input: Input | null,
  { meanwhile }: UseToolOptions = {},
): Loaded<Results[Name]> {
  type Answer = { readonly key: string; readonly value: Results[Name] | null; readonly fault: Fault | null };
  const key = `${name} ${JSON.stringify(input)}`;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (input === null) return undefined;
    let isCurrent = true;
    const token = readToken();
    callTool(name, input).then(
      (value) => {
        keep(key, value);
        if (isCurrent) setAnswer({ key, value, fault: null });
      },
      (error: unknown) => {
        const fault = error instanceof Fault ? error : new Fault('INTERNAL', String(error));
        if (fault.code === 'UNAUTHORIZED') sessionNeedsToken(token);
        if (isCurrent) setAnswer({ key, value: null, fault });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, turn]);
  const current = answer?.key === key ? answer : null;
  const own = current?.value ?? (kept.get(key) as Results[Name] | undefined) ?? null;
  const last = useRef(own);
  if (own !== null) last.current = own;
  return {
    value: own ?? (meanwhile === 'last-answer' && (current?.fault ?? null) === null ? last.current : null),
    fault: current?.fault ?? null,
    isLoading: current === null && input !== null,
    reload: () => setTurn((old) => old + 1),
  };
}

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
}
