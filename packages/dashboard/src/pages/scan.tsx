/** Sources of nondeterminism in the code, by kind and by file, with the tests that reach each. */
import { useState } from 'preact/hooks';
import type { ScanFinding } from '../../../unflake/src/contract/scan.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Bars } from '../parts/bars.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters, matches } from '../parts/filters.tsx';
import { Answered } from '../parts/state.tsx';
import { Table } from '../parts/table.tsx';
import { nameText } from '../parts/text.tsx';
import { addressOf, rootOf, route } from '../route.ts';

const TOP = 8;

export function ScanPage() {
  const at = useCell(route);
  const root = rootOf(at);
  const [reach, setReach] = useState(false);
  const scan = useTool('scan', { ...root, reach });
  return (
    <>
      <header class="page">
        <div>
          <h1>Scan</h1>
          <p class="quiet">
            Places in the code that can make a test flaky. A place is a possible cause, not a proven one.
          </p>
        </div>
        <div class="actions">
          <button type="button" disabled={reach} onClick={() => setReach(true)}>
            {reach && scan.isLoading ? 'Following calls…' : 'Find the tests that reach them'}
          </button>
        </div>
      </header>
      <Answered from={scan}>
        {({ findings, files, lines }) => {
          if (findings.length === 0)
            return (
              <Empty title="Nothing found">
                <p>
                  {files.toLocaleString('en')} files with {lines.toLocaleString('en')} lines were read.
                </p>
              </Empty>
            );
          const shown = findings.filter(
            (one) =>
              matches(`${one.rule} ${one.file} ${one.message} ${one.test ?? ''}`, at.query.q) &&
              (at.query.severity === undefined || one.severity === at.query.severity),
          );
          return (
            <>
              <div class="cards">
                <section class="card" aria-labelledby="kinds">
                  <h2 id="kinds">By kind</h2>
                  <Bars label="Findings by rule" bars={most(findings, ({ rule }) => rule, at.query.root)} />
                </section>
                <section class="card" aria-labelledby="files">
                  <h2 id="files">By file</h2>
                  <Bars label="Findings by file" bars={most(findings, ({ file }) => file, at.query.root)} />
                </section>
              </div>
              <Filters
                label="Search findings"
                choices={[{ name: 'severity', label: 'Severity', values: ['error', 'warning', 'note'] }]}
              />
              <Table
                label="Findings"
                rows={shown}
                columns={[
                  { title: 'Place', cell: ({ file, line }) => <code>{`${nameText(file)}:${line}`}</code> },
                  { title: 'Says', cell: (one) => <Says finding={one} /> },
                  { title: 'Severity', cell: ({ severity }) => severity, isMinor: true },
                  ...(reach
                    ? [{ title: 'Tests', cell: (one: ScanFinding) => <Reached finding={one} />, isMinor: true }]
                    : []),
                ]}
              />
            </>
          );
        }}
      </Answered>
    </>
  );
}

function Says({ finding: { message, code, rule } }: { readonly finding: ScanFinding }) {
  return (
    <>
      {message} <span class="quiet small">{rule}</span>
      <br />
      <code>{nameText(code)}</code>
    </>
  );
}

function Reached({ finding: { reachedBy } }: { readonly finding: ScanFinding }) {
  if (reachedBy === undefined) return <span class="quiet">…</span>;
  if (reachedBy === null) return <>not in the index</>;
  if (reachedBy.sure + reachedBy.may === 0) return <>no test</>;
  return (
    <details>
      <summary>
        {reachedBy.sure} surely, {reachedBy.may} maybe
      </summary>
      <ul>
        {reachedBy.tests.slice(0, 20).map(({ file, line, name, sure }) => (
          <li key={`${file}:${line}:${name}`}>
            {nameText(name)} <code>{`${file}:${line}`}</code>
            {sure ? '' : ' (maybe)'}
          </li>
        ))}
      </ul>
      {reachedBy.path.length === 0 ? null : (
        <ol class="log" aria-label="The calls that lead there">
          {reachedBy.path.map(({ file, line, name }, index) => (
            <li key={index}>{`${name} ${file}:${line}`}</li>
          ))}
        </ol>
      )}
    </details>
  );
}

function most(findings: readonly ScanFinding[], nameOf: (one: ScanFinding) => string, root: string | undefined) {
  const counts = new Map<string, number>();
  for (const one of findings) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, TOP)
    .map(([name, value]) => ({ name, value, address: addressOf(['scan'], { root: root ?? null, q: name }) }));
}
