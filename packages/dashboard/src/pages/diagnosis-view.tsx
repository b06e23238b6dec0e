/** A closed case: what it is, how to see it fail, what proves it, and every trial. */
import type { CaseRecord } from '../../../unflake/src/contract/case-record.ts';
import type { Diagnosis } from '../../../unflake/src/contract/diagnosis.ts';
import { bisection } from '../../../unflake/src/plots/bisection.ts';
import { durations } from '../../../unflake/src/plots/durations.ts';
import { oddsPlot } from '../../../unflake/src/plots/odds.ts';
import { rateIntervals } from '../../../unflake/src/plots/rate-intervals.ts';
import { runsStrip } from '../../../unflake/src/plots/runs-strip.ts';
import { duration } from '../../../unflake/src/text/duration.ts';
import { percent, rateText } from '../../../unflake/src/text/rate.ts';
import { Command } from '../parts/command.tsx';
import { Plot } from '../parts/markup.tsx';
import { Table } from '../parts/table.tsx';
import { Name, Output, Prose } from '../parts/text.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { Candidates, Culprits, Hypotheses } from './diagnosis-parts.tsx';
import { Trials } from './trials.tsx';

export function DiagnosisView({ record }: { readonly record: CaseRecord }) {
  const { diagnosis, findings, trials, verifications = [] } = record;
  const { cost } = diagnosis;
  return (
    <>
      <p class="lead">
        <Prose text={diagnosis.summary} />
      </p>
      <Culprits diagnosis={diagnosis} />
      <dl class="facts">
        {diagnosis.cause === null ? null : (
          <Fact
            name="cause"
            value={`${diagnosis.cause.family} / ${diagnosis.cause.kind}, ${percent(diagnosis.cause.confidence)} sure`}
          />
        )}
        <Fact name="trials" value={cost.trials.toLocaleString('en')} />
        <Fact name="test executions" value={cost.testExecutions.toLocaleString('en')} />
        <Fact name="time" value={duration(cost.wallMs)} />
      </dl>
      <Reproduction diagnosis={diagnosis} />
      <Failures diagnosis={diagnosis} />
      {diagnosis.evidence.length === 0 ? null : (
        <>
          <h2>Evidence</h2>
          <Table
            label="Evidence"
            page="evidence"
            rows={diagnosis.evidence}
            columns={[
              { title: 'Claim', cell: ({ claim }) => <Prose text={claim} /> },
              { title: 'Failed with', cell: (one) => rateText(one.with), isNumber: true },
              { title: 'Failed without', cell: ({ without }) => rateText(without), isNumber: true },
              { title: 'Trials', cell: (one) => one.trials.length, isNumber: true, isMinor: true },
            ]}
          />
        </>
      )}
      <h2>Plots</h2>
      <div class="plots">
        <Plot
          markup={[
            runsStrip(trials),
            rateIntervals(record),
            bisection(findings.order),
            durations(trials),
            diagnosis.odds === undefined ? null : oddsPlot(diagnosis.odds),
          ]}
        />
      </div>
      <Hypotheses diagnosis={diagnosis} />
      <Candidates record={record} />
      {verifications.length === 0 ? null : (
        <>
          <h2>Verifications</h2>
          <Table
            label="Verifications"
            page="verifications"
            rows={verifications}
            columns={[
              { title: 'Verdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
              { title: 'Summary', cell: ({ summary }) => <Prose text={summary} /> },
              { title: 'Before', cell: ({ before }) => rateText(before), isNumber: true },
              { title: 'After', cell: ({ after }) => rateText(after), isNumber: true },
            ]}
          />
        </>
      )}
      <NotTried diagnosis={diagnosis} />
      <h2>Next</h2>
      <p>
        <Prose text={diagnosis.next} />
      </p>
      <Trials caseId={diagnosis.caseId} trials={trials} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Reproduction({ diagnosis: { reproduce } }: { readonly diagnosis: Diagnosis }) {
  if (reproduce === null) return null;
  const { fails, passes, confirmed, failRate } = reproduce;
  return (
    <>
      <h2>Reproduce</h2>
      <div class="pair">
        <div>
          <p>fails</p>
          <Command text={fails} label="the command that fails" />
        </div>
        {passes === '' ? null : (
          <div>
            <p>passes</p>
            <Command text={passes} label="the command that passes" />
          </div>
        )}
      </div>
      <p class="quiet">
        {confirmed ? `Both were run: the first failed in ${percent(failRate)} of its runs.` : 'Not confirmed by a run.'}
      </p>
    </>
  );
}

function Failures({ diagnosis: { failures = [] } }: { readonly diagnosis: Diagnosis }) {
  if (failures.length === 0) return null;
  return (
    <>
      <h2>Failures</h2>
      {failures.map(({ fingerprint, outcome, count, message }) => (
        <div key={fingerprint}>
          <p>
            {outcome} {count}× <span class="quiet small">fingerprint </span>
            <Name id={fingerprint} />
          </p>
          {message === '' ? null : <Output text={message} label={`Message of the failure, ${count} times`} />}
        </div>
      ))}
    </>
  );
}

function NotTried({ diagnosis: { notTried } }: { readonly diagnosis: Diagnosis }) {
  if (notTried.length === 0) return null;
  return (
    <>
      <h2>Not tried</h2>
      <ul>
        {notTried.map(({ what, why }) => (
          <li key={what}>
            <Prose text={what} />:{' '}
            <span class="quiet">
              <Prose text={why} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
