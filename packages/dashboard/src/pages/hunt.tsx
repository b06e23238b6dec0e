/** One recorded hunt or certification. */
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Start } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Answered } from '../parts/state.tsx';
import { rootOf, route } from '../route.ts';
import { CertificationView } from './certification-view.tsx';
import { HuntView } from './hunt-view.tsx';

export function HuntPage({ id }: { readonly id: string }) {
  const root = rootOf(useCell(route));
  const found = useTool('hunts', { ...root, hunt: id });
  return (
    <Answered from={found}>
      {({ hunt, certification }) => {
        if (hunt !== null) return <HuntView hunt={hunt} />;
        if (certification !== null) return <CertificationView certification={certification} />;
        return <Unfinished id={id} />;
      }}
    </Answered>
  );
}

function Unfinished({ id }: { readonly id: string }) {
  const root = rootOf(useCell(route));
  const tool = id.startsWith('cert-') ? 'certify' : 'hunt';
  return (
    <>
      <header class="page">
        <div>
          <h1>
            {tool} <code>{id}</code>
          </h1>
        </div>
        <div class="actions">
          <Start label="Resume" tool={tool} input={{ ...root, resume: id }} isMain />
        </div>
      </header>
      <Empty title="It is not finished" command={`unflake ${tool} --resume ${id}`}>
        <p>It is running elsewhere, or it was interrupted. What was recorded will not be run again.</p>
      </Empty>
    </>
  );
}
