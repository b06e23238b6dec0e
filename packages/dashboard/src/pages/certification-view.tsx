/** What a certification says of each test: what was exercised, how often, and the bound on its failure rate. */
import type { Certificate, CertifyResult } from '../../../unflake/src/contract/certificate.ts';
import { duration } from '../../../unflake/src/text/duration.ts';
import { percent } from '../../../unflake/src/text/rate.ts';
import { Command } from '../parts/command.tsx';
import { Table } from '../parts/table.tsx';
import { TestName } from '../parts/text.tsx';
import { Verdict } from '../parts/verdict.tsx';

export function CertificationView({ certification }: { readonly certification: CertifyResult }) {
  const { certificates, asked, certificationId, runner, seed, cost, next } = certification;
  const certified = certificates.filter(({ status }) => status === 'certified').length;
  return (
    <>
      <header class="page">
        <div>
          <h1>
            {certified} of {certificates.length} tests certified
          </h1>
          <p class="quiet small">
            <code>{certificationId}</code> · {runner} · seed {seed} · {cost.trials} trials in {duration(cost.wallMs)}
          </p>
          <p>
            Asked for a failure rate below {percent(asked.rate)} ({percent(asked.confidence)} confidence), which takes{' '}
            {asked.runs} passing runs.
          </p>
        </div>
      </header>
      <Table
        label="Certificates"
        rows={certificates}
        columns={[
          { title: 'Test', cell: ({ test }) => <TestName id={test} /> },
          { title: 'Status', cell: ({ status }) => <Verdict verdict={status} /> },
          { title: 'Failure rate', cell: rateOf, isNumber: true },
          { title: 'Counted runs', cell: ({ runs }) => runs.counted, isNumber: true, isMinor: true },
          { title: 'Note', cell: ({ note }) => note ?? '–', isMinor: true },
        ]}
      />
      {next === null ? null : (
        <>
          <h2>Next</h2>
          <Command text={next} />
        </>
      )}
    </>
  );
}

function rateOf({ bound, failures }: Certificate): string {
  return bound === null ? `${failures} failed` : `below ${percent(bound.rate)}`;
}
