/** One test: what CI said of it, what unflake found out, how it fails, and what in the code may cause it. */

import { durationsOf } from '../../../unflake/src/plots/durations.ts';
import { rateByDay } from '../../../unflake/src/plots/rate-by-day.ts';
import { plural } from '../../../unflake/src/text/plural.ts';
import { fraction, percent } from '../../../unflake/src/text/rate.ts';
import { quoteWord } from '../../../unflake/src/text/shell-line.ts';
import type { TestHistory } from '../../../unflake/src/tools/lib/history/results.ts';
import { isSite } from '../api/site.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Start, useMayAct } from '../parts/action.tsx';
import { Empty } from '../parts/empty.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Plot } from '../parts/markup.tsx';
import { Message } from '../parts/message.tsx';
import { Answered } from '../parts/state.tsx';
import { Name, Prose } from '../parts/text.tsx';
import { Day, Moment } from '../parts/time.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { addressOf, rootOf, route } from '../route.ts';
import { StartDiagnosis } from './start-diagnosis.tsx';
import { TestArms } from './test-arms.tsx';
import { TestExperiments } from './test-experiments.tsx';
import { TestSources } from './test-sources.tsx';
import { Timeline } from './timeline.tsx';

/** About as many as a person can look at; the JSON has all. */
const RESULTS = 300;

export function TestPage({ id }: { readonly id: string }) {
  const root = rootOf(useCell(route));
  const found = useTool('history', { ...root, test: id, results: RESULTS });
  if (found.fault?.code === 'UNKNOWN_TEST') return <Unknown id={id} />;
  return (
    <Answered from={found}>{({ test }) => (test === null ? <Unknown id={id} /> : <TestView test={test} />)}</Answered>
  );
}

function Unknown({ id }: { readonly id: string }) {
  const root = rootOf(useCell(route));
  const mayAct = useMayAct();
  return (
    <>
      <header class="page">
        <div>
          <h1 class="id">
            <Name id={id} />
          </h1>
        </div>
      </header>
      <Empty title="Nothing is known about this test yet" command={`unflake diagnose ${quoteWord(id)}`}>
        <p>No result of CI names it, and nothing has been run about it.</p>
      </Empty>
      {mayAct ? <StartDiagnosis root={root} test={id} /> : null}
    </>
  );
}

function TestView({ test }: { readonly test: TestHistory }) {
  const root = rootOf(useCell(route));
  const timed = test.timeline.flatMap(({ outcome, ms, commit }) =>
    ms === null ? [] : [{ id: commit.slice(0, 10), outcome, ms }],
  );
  return (
    <>
      <header class="page">
        <div>
          <p>
            <Verdict verdict={test.status} />
          </p>
          <h1 class="id">
            <Name id={test.test} />
          </h1>
          <p class="quiet small">
            seen from <Moment at={test.firstSeen} /> to <Moment at={test.lastSeen} />
            {test.formerNames.map((name) => (
              <span key={name}>
                {' '}
                · was <Name id={name} />
              </span>
            ))}
          </p>
        </div>
        <div class="actions">
          <Start label="Diagnose" tool="diagnose" input={{ ...root, test: test.test }} isMain />
          {test.diagnosed === null ? null : (
            <Start label="Verify a fix" tool="verify" input={{ ...root, case: test.diagnosed.caseId }} />
          )}
        </div>
      </header>
      <Known test={test} />
      <Summary test={test} />
      <h2>Results of CI</h2>
      <Timeline rows={test.timeline} />
      <div class="plots">
        <Plot markup={[rateByDay(test.rates), durationsOf(timed)]} />
        <TestArms test={test} />
      </div>
      <Failures test={test} />
      <TestExperiments test={test} />
      {isSite ? null : <TestSources test={test.test} />}
    </>
  );
}

/** Why it is flaky and who looks after it, before any number. */
function Known({ test: { diagnosed, quarantine, test } }: { readonly test: TestHistory }) {
  const keep = { root: useCell(route).query.root ?? null };
  return (
    <>
      {diagnosed === null ? null : (
        <p class="lead">
          <Prose text={diagnosed.says} />.{' '}
          <a href={addressOf(['cases', diagnosed.caseId], keep)}>Why, and how to reproduce it</a>
        </p>
      )}
      {quarantine === null ? null : (
        <p class="note">
          In quarantine until <Day day={quarantine.until} />: <Prose text={quarantine.reason} /> (
          <Prose text={[quarantine.owner, quarantine.ticket].filter((text) => text !== null).join(', ')} />){' '}
          <a href={addressOf(['quarantine'], { ...keep, q: test })}>Entry</a>
        </p>
      )}
    </>
  );
}

function Summary({ test }: { readonly test: TestHistory }) {
  const { failures, runs, interval, flaky, reruns, minutesLost, began } = test;
  return (
    <Facts>
      <Fact name="failed on unchanged code">
        {fraction({ failures, runs })}
        {interval === null ? '' : ` (${percent(interval.low)} to ${percent(interval.high)})`}
      </Fact>
      <Fact name="flaky">{percent(flaky)}</Fact>
      <Fact name="reruns">{reruns.toLocaleString('en')}</Fact>
      <Fact name="minutes lost">{minutesLost.toFixed(1)}</Fact>
      {began === null ? null : (
        <Fact name="began">
          {began.after === null ? 'before ' : `after ${began.after.slice(0, 10)}, by `}
          <code>{began.by.slice(0, 10)}</code>
        </Fact>
      )}
    </Facts>
  );
}

function Failures({ test: { fingerprints } }: { readonly test: TestHistory }) {
  if (fingerprints.length === 0) return null;
  return (
    <>
      <h2>Failures</h2>
      {fingerprints.map(({ fingerprint, count, message, lastSeen }) => (
        <div key={fingerprint} class="failure">
          <p>
            {plural(count, 'time')}, last <Moment at={lastSeen} /> <span class="quiet small">fingerprint </span>
            <Name id={fingerprint} />
          </p>
          {message === null || message === '' ? (
            <p class="quiet">The report says no message.</p>
          ) : (
            <Message text={message} label={`Message of the failure, ${plural(count, 'time')}`} />
          )}
        </div>
      ))}
    </>
  );
}
