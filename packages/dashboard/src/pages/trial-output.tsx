/** What the command of a trial printed, once somebody asks for it. */
import { useState } from 'preact/hooks';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Answered } from '../parts/state.tsx';
import { Output } from '../parts/text.tsx';
import { rootOf, route } from '../route.ts';

export function TrialOutput({ caseId, trial }: { readonly caseId: string; readonly trial: string }) {
  const root = rootOf(useCell(route));
  const [isAsked, setIsAsked] = useState(false);
  const found = useTool('case', isAsked ? { ...root, case: caseId, trial } : null);
  return (
    <details onToggle={(event) => event.currentTarget.open && setIsAsked(true)}>
      <summary aria-label={`show the output of ${trial}`}>show</summary>
      {isAsked ? (
        <Answered from={found}>
          {({ output }) => (
            <>
              <Stream text={output?.stdout ?? ''} name={`Standard output of ${trial}`} />
              <Stream text={output?.stderr ?? ''} name={`Standard error of ${trial}`} />
            </>
          )}
        </Answered>
      ) : null}
    </details>
  );
}

function Stream({ text, name }: { readonly text: string; readonly name: string }) {
  return text === '' ? <p class="quiet small">{name}: empty</p> : <Output text={text} label={name} />;
}
