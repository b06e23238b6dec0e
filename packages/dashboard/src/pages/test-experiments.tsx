/** What unflake itself ran about a test: cases, hunts, certificates and verifications, the newest first. */

import { fraction } from '../../../unflake/src/text/rate.ts';
import { quoteWord } from '../../../unflake/src/text/shell-line.ts';
import type { ProvokedRow, TestHistory } from '../../../unflake/src/tools/lib/history/results.ts';
import { useCell } from '../live/cell.ts';
import { Empty } from '../parts/empty.tsx';
import { Table } from '../parts/table.tsx';
import { Prose } from '../parts/text.tsx';
import { Moment } from '../parts/time.tsx';
import { addressOf, route } from '../route.ts';

const KINDS: Readonly<Record<ProvokedRow['source'], string>> = {
  diagnose: 'case',
  hunt: 'hunt',
  certify: 'certificate',
  verify: 'verification',
};

export function TestExperiments({ test: { test, provoked } }: { readonly test: TestHistory }) {
  const keep = { root: useCell(route).query.root ?? null };
  return (
    <>
      <h2>Cases, hunts, certificates, verifications</h2>
      {provoked.length === 0 ? (
        <Empty title="Nothing was run about it yet" command={`unflake diagnose ${quoteWord(test)}`} />
      ) : (
        <Table
          label="What unflake ran"
          page="experiments"
          rows={provoked.toReversed()}
          to={(row) => addressOf(partsOf(row), keep)}
          columns={[
            { title: 'Record', cell: ({ source, id }) => `${KINDS[source]} ${id}` },
            { title: 'Says', cell: ({ says }) => <Prose text={says} /> },
            { title: 'Failed', cell: (row) => fraction(row), isNumber: true },
            { title: 'When', cell: ({ at }) => <Moment at={at} />, isMinor: true },
          ]}
        />
      )}
    </>
  );
}

/** A verification is shown with its case: `c-7f3k2m-v1` is of `c-7f3k2m`. */
function partsOf({ source, id }: ProvokedRow): readonly string[] {
  if (source === 'diagnose') return ['cases', id];
  return source === 'verify' ? ['cases', id.replace(/-v\d+$/, '')] : ['hunts', id];
}
