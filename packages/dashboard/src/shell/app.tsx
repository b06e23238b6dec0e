/** The frame of every page: navigation, the page of the address, and what is shown where there is no session. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { openSession, session } from '../api/session.ts';
import { useCell } from '../live/cell.ts';
import { CasePage } from '../pages/case.tsx';
import { CasesPage } from '../pages/cases.tsx';
import { HuntPage } from '../pages/hunt.tsx';
import { HuntsPage } from '../pages/hunts.tsx';
import { OverviewPage } from '../pages/overview.tsx';
import { QuarantinePage } from '../pages/quarantine.tsx';
import { RunPage } from '../pages/run.tsx';
import { ScanPage } from '../pages/scan.tsx';
import { TestPage } from '../pages/test.tsx';
import { TestsPage } from '../pages/tests.tsx';
import { WorkersPage } from '../pages/workers.tsx';
import { Empty } from '../parts/empty.tsx';
import { addressOf, type Route, route } from '../route.ts';
import { Help } from './help.tsx';
import { listenToKeys } from './keys.ts';
import { Login } from './login.tsx';
import { Side } from './side.tsx';

export function App() {
  const current = useCell(session);
  switch (current.state) {
    case 'needs-token':
      return <Login wasWrong={current.wasWrong} />;
    case 'unreachable':
      return <Unreachable why={current.why} />;
    // The page asks for what it shows at once: a service that needs a token refuses that as it refuses the question whether it does.
    case 'connecting':
    case 'open':
      return <Shell />;
    default:
      return current satisfies never;
  }
}

function Shell() {
  const at = useCell(route);
  const main = useRef<HTMLElement>(null);
  const [helpIsOpen, setHelpIsOpen] = useState(false);
  useEffect(() => listenToKeys(() => setHelpIsOpen(true)), []);
  const place = at.parts.join('/');
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = at.parts.length === 0 ? 'unflake' : `${at.parts.join(' ')} · unflake`;
    // A new page is read from its beginning; the first one is the browser's own affair.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    scrollTo(0, 0);
  }, [place]);
  return (
    <div class="shell">
      <a class="skip" href={addressOf(at.parts, at.query)} onClick={() => main.current?.focus()}>
        Skip to the content
      </a>
      <Side showHelp={() => setHelpIsOpen(true)} />
      <main ref={main} tabIndex={-1} key={place}>
        <Page at={at} />
      </main>
      <Help isOpen={helpIsOpen} close={() => setHelpIsOpen(false)} />
    </div>
  );
}

function Page({ at }: { readonly at: Route }) {
  const [page, id] = at.parts;
  switch (page) {
    case undefined:
      return <OverviewPage />;
    case 'tests':
      return id === undefined ? <TestsPage /> : <TestPage id={id} />;
    case 'cases':
      return id === undefined ? <CasesPage /> : <CasePage id={id} />;
    case 'hunts':
      return id === undefined ? <HuntsPage /> : <HuntPage id={id} />;
    case 'quarantine':
      return <QuarantinePage />;
    case 'workers':
      return <WorkersPage />;
    case 'scan':
      return <ScanPage />;
    case 'runs':
      return <RunPage call={id ?? ''} />;
    default:
      return (
        <Empty title="There is no such page">
          <p>
            <a href="#/">Overview</a>
          </p>
        </Empty>
      );
  }
}

function Unreachable({ why }: { readonly why: string }) {
  return (
    <main class="login">
      <h1>unflake does not answer</h1>
      <p class="quiet">{why}</p>
      <Empty title="Is the service running?" command="unflake serve" />
      <p>
        <button type="button" onClick={() => void openSession()}>
          Try again
        </button>
      </p>
    </main>
  );
}
