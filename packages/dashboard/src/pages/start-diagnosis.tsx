/** Starts a diagnosis of the test that the person names. */
import { useState } from 'preact/hooks';
import type { Input } from '../api/results.ts';
import { Start } from '../parts/action.tsx';

export function StartDiagnosis({ root, test: first = '' }: { readonly root: Input; readonly test?: string }) {
  const [test, setTest] = useState(first);
  return (
    <form class="start" onSubmit={(event) => event.preventDefault()}>
      <input
        aria-label="Test to diagnose"
        placeholder="Name of a test, its id, or file:line"
        value={test}
        onInput={(event) => setTest(event.currentTarget.value)}
      />
      <Start label="Diagnose" tool="diagnose" input={{ ...root, test }} isMain />
    </form>
  );
}
