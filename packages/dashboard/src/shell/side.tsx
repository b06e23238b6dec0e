/** The navigation, with what this tab has running. */
import { useState } from 'preact/hooks';
import { session } from '../api/session.ts';
import { isSite } from '../api/site.ts';
import { type Cell, useCell } from '../live/cell.ts';
import { isOver, type Run, runs } from '../live/runs.ts';
import { addressOf, go, route } from '../route.ts';
import { PAGES } from './keys.ts';
import { nextTheme, readTheme } from './theme.ts';

export function Side({ showHelp }: { readonly showHelp: () => void }) {
  const { parts, query } = useCell(route);
  const all = useCell(runs);
  const [theme, setTheme] = useState(readTheme());
  const root = query.root ?? null;
  return (
    <div class="side">
      <a class="brand" href={addressOf([], { root })}>
        unflake
      </a>
      <nav aria-label="Pages">
        <ul>
          {PAGES.filter(({ needs }) => !isSite || needs === null).map(({ title, parts: to }) => (
            <li key={title}>
              <a href={addressOf(to, { root })} aria-current={parts[0] === to[0] ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {all.length === 0 ? null : (
        <nav aria-label="Started here">
          <ul>
            {all.slice(0, 6).map((run) => (
              <RunLink key={run.get().call} run={run} />
            ))}
          </ul>
        </nav>
      )}
      <div class="foot">
        <Root />
        <span class="minor">
          <About />
        </span>
        <button type="button" class="plain" onClick={() => setTheme(nextTheme())}>
          Theme: {theme}
        </button>
        <button type="button" class="plain minor" onClick={showHelp}>
          Keys <kbd>?</kbd>
        </button>
      </div>
    </div>
  );
}

function RunLink({ run }: { readonly run: Cell<Run> }) {
  const shown = useCell(run);
  const over = isOver(shown);
  return (
    <li>
      <a href={addressOf(['runs', shown.call ?? ''])}>
        <span>
          <span class={`dot ${over ? 'off' : 'live'}`} aria-hidden="true" />
          {shown.tool}
        </span>
        <span class="count">{over ? shown.state : shown.live.trials.length === 0 ? '' : total(shown)}</span>
      </a>
    </li>
  );
}

function total({ live: { counts } }: Run): number {
  return counts.passed + counts.failed + counts.other;
}

/** Which project, where the service may read several. */
function Root() {
  const current = useCell(session);
  const { parts, query } = useCell(route);
  const allow = current.state === 'open' ? current.health.allow : [];
  if (allow.length < 2) return null;
  return (
    <select
      aria-label="Project"
      value={query.root ?? allow[0]}
      onChange={(event) => go(addressOf(parts.slice(0, 1), { root: event.currentTarget.value }))}
    >
      {allow.map((root) => (
        <option key={root} value={root}>
          {root.split('/').at(-1)}
        </option>
      ))}
    </select>
  );
}

function About() {
  const current = useCell(session);
  if (current.state !== 'open') return null;
  const { version, dashboard } = current.health;
  return <>{isSite ? `unflake ${version}` : `${version}${dashboard === 'read-only' ? ', read-only' : ''}`}</>;
}
