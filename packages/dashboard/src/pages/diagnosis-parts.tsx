/** Who is to blame, and what else was considered. */
import type { ComponentChildren } from 'preact';
import type { CaseRecord } from '../../../unflake/src/contract/case-record.ts';
import type { Diagnosis } from '../../../unflake/src/contract/diagnosis.ts';
import { percent, rateText } from '../../../unflake/src/text/rate.ts';
import { Table } from '../parts/table.tsx';
import { Name, Prose } from '../parts/text.tsx';

/** More would hide the ones that matter; the JSON has all. */
const MAX_SETS = 10;

export function Culprits({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const { polluters, cleaners, setters, setterSets, factor, polluterSources = [] } = diagnosis;
  const settersShown = setterSets ?? setters.map((test) => [test]);
  const items: ComponentChildren[] = [
    ...named('polluter', polluters),
    ...named('setter', settersShown),
    ...named(
      'cleaner',
      cleaners.map((test) => [test]),
    ),
    ...polluterSources.map(({ file, line, text }) => (
      <li key={`${file}:${line}`}>
        leaves:{' '}
        <code>
          <Prose text={`${file}:${line} ${text}`} />
        </code>
      </li>
    )),
    ...(factor === null
      ? []
      : [
          <li key="factor">
            fails with <code>{`${factor.knob} ${factor.failing.join(', ')}`}</code>, passes with{' '}
            <code>{`${factor.knob} ${factor.passing.join(', ')}`}</code>
          </li>,
        ]),
  ];
  return items.length === 0 ? null : <ul>{items}</ul>;
}

function named(label: string, sets: readonly (readonly string[])[]): readonly ComponentChildren[] {
  const rest = sets.length - MAX_SETS;
  const shown = sets.slice(0, MAX_SETS).map((set, index) => (
    <li key={`${label}-${index}`}>
      {label}:{' '}
      {set.map((test, at) => (
        <span key={test}>
          {at > 0 ? ' together with ' : ''}
          <Name id={test} />
        </span>
      ))}
    </li>
  ));
  return rest > 0 ? [...shown, <li key={`${label}-rest`}>{`${rest} more are in the JSON`}</li>] : shown;
}

export function Hypotheses({ diagnosis: { hypotheses } }: { readonly diagnosis: Diagnosis }) {
  if (hypotheses.length === 0) return null;
  return (
    <>
      <h2>Hypotheses</h2>
      <Table
        label="Hypotheses"
        page="hypotheses"
        rows={hypotheses}
        columns={[
          { title: 'Cause', cell: ({ family, kind }) => `${family} / ${kind}` },
          { title: 'Status', cell: ({ status }) => status },
          { title: 'Posterior', cell: ({ posterior }) => percent(posterior), isNumber: true },
          { title: 'For', cell: (one) => <Lines lines={one.for} />, isMinor: true },
          { title: 'Against', cell: ({ against }) => <Lines lines={against} />, isMinor: true },
          { title: 'Distinguished by', cell: ({ distinguishedBy }) => <Prose text={distinguishedBy} />, isMinor: true },
        ]}
      />
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return <>–</>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>
          <Prose text={line} />
        </li>
      ))}
    </ul>
  );
}

export function Candidates({ record: { findings } }: { readonly record: CaseRecord }) {
  const suspects = findings.order?.suspects ?? [];
  if (suspects.length === 0) return null;
  return (
    <>
      <h2>Candidates</h2>
      <Table
        label="Candidates"
        page="candidates"
        rows={suspects}
        columns={[
          { title: 'Test', cell: ({ test }) => <Name id={test} /> },
          { title: 'Posterior', cell: ({ posterior }) => percent(posterior), isNumber: true },
          { title: 'Seen when before', cell: ({ before }) => rateText(before), isNumber: true, isMinor: true },
          { title: 'When not', cell: ({ notBefore }) => rateText(notBefore), isNumber: true, isMinor: true },
          { title: 'When only it', cell: ({ single }) => rateText(single), isNumber: true, isMinor: true },
        ]}
      />
    </>
  );
}
