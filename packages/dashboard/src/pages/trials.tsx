/** Every trial of a case, with its command and, where there is a service to ask, what it printed. */
import type { TrialRow } from '../../../unflake/src/contract/case-record.ts';
import { duration } from '../../../unflake/src/text/duration.ts';
import { isSite } from '../api/site.ts';
import { Command } from '../parts/command.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Prose } from '../parts/text.tsx';
import { TrialOutput } from './trial-output.tsx';

const COLUMNS: readonly Column<TrialRow>[] = [
  { title: 'Trial', cell: ({ id }) => <code>{id}</code> },
  { title: 'Arm', cell: ({ phase, arm }) => <Prose text={`${phase}, ${arm}`} /> },
  { title: 'Outcome', cell: ({ outcome }) => outcome },
  { title: 'Time', cell: ({ ms }) => duration(ms), isNumber: true, isMinor: true },
  { title: 'Tests', cell: ({ tests }) => tests, isNumber: true, isMinor: true },
  { title: 'Command', cell: ({ command }) => <CommandCell command={command} />, isMinor: true },
];

export function Trials({ caseId, trials }: { readonly caseId: string; readonly trials: readonly TrialRow[] }) {
  const output: Column<TrialRow> = {
    title: 'Output',
    cell: ({ id }) => <TrialOutput key={id} caseId={caseId} trial={id} />,
    isMinor: true,
  };
  return (
    <>
      <h2>Trials</h2>
      <Table label="Trials" page="trials" rows={trials} columns={isSite ? COLUMNS : [...COLUMNS, output]} />
    </>
  );
}

function CommandCell({ command }: { readonly command: string }) {
  return (
    <details>
      <summary>show</summary>
      <Command text={command} />
    </details>
  );
}
