/** Work while it runs: the phase, what is tried and why, and the trials as they come. */

import { duration } from '../../../unflake/src/text/duration.ts';
import { percent } from '../../../unflake/src/text/rate.ts';
import { kindOf, type LiveState } from '../live/live-state.ts';
import type { Watched } from '../live/watch.ts';
import { linesText, nameText } from '../parts/text.tsx';
import { HuntProgressView } from './hunt-progress.tsx';

const DIAGNOSIS = ['confirm', 'isolate', 'bisect', 'time', 'perturb', 'explain', 'reproduce'];

export type Connection = 'starting' | 'connecting' | 'live' | 'record' | 'reconnecting';

const SAID: Readonly<Record<Connection, string>> = {
  starting: 'Starting',
  connecting: 'Connecting',
  live: 'Running',
  record: 'Not running in this service; watching its record',
  reconnecting: 'The service does not answer; reconnecting',
};

export function connectionOf({ state, isRecord }: Watched): Connection {
  if (state === 'live') return isRecord ? 'record' : 'live';
  return state === 'reconnecting' ? state : 'connecting';
}

export function LiveView({ live, connection }: { readonly live: LiveState; readonly connection: Connection }) {
  const { step, counts, lines } = live;
  const isDiagnosis = step !== null && DIAGNOSIS.includes(step.phase);
  return (
    <div class="live">
      <section class="card" aria-label="Progress">
        <p>
          <span class={`dot ${connection === 'live' ? 'live' : 'off'}`} aria-hidden="true" />
          {/* Said when the phase changes, not for every trial. */}
          <span role="status">
            {SAID[connection]}
            {step === null ? '' : `: ${step.phase}`}
          </span>
        </p>
        {isDiagnosis ? (
          <ol class="phases" aria-label="Phases">
            {DIAGNOSIS.map((phase) => (
              <li key={phase} aria-current={phase === step.phase ? 'step' : undefined}>
                {phase}
              </li>
            ))}
          </ol>
        ) : null}
        {step === null ? null : (
          <>
            <h2>{nameText(step.doing)}</h2>
            <p class="quiet">{nameText(step.why)}</p>
            {step.belief === undefined ? null : (
              <p>
                {nameText(step.belief.claim)}: <strong>{percent(step.belief.probability)}</strong>
              </p>
            )}
          </>
        )}
        <dl class="facts">
          <Fact name="passed" value={counts.passed} />
          <Fact name="failed" value={counts.failed} />
          <Fact name="skipped or missing" value={counts.other} />
          {counts.replayed > 0 ? <Fact name="from the record" value={counts.replayed} /> : null}
          {step?.trialsLeft === undefined ? null : <Fact name="left, about" value={step.trialsLeft} />}
        </dl>
      </section>
      <section class="card" aria-label="Newest trials">
        <h2>Newest trials</h2>
        <Strip live={live} />
      </section>
      {live.hunt === null ? null : <HuntProgressView progress={live.hunt} />}
      {lines.length === 0 ? null : (
        <section class="card" aria-label="Messages">
          <h2>Messages</h2>
          <ul class="log" tabIndex={0} aria-label="Messages of the run">
            {lines.map((line, index) => (
              <li key={index}>{linesText(line)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Strip({ live: { trials } }: { readonly live: LiveState }) {
  if (trials.length === 0) return <p class="quiet">None yet.</p>;
  const last = trials.at(-1)!;
  return (
    <>
      <ol class="strip" aria-hidden="true">
        {trials.map(({ trial, outcome, ms, phase }, index) => (
          <li
            key={`${trial}-${index}`}
            class={kindOf(outcome)}
            title={`${trial}, ${phase}: ${outcome}, ${duration(ms)}`}
          />
        ))}
      </ol>
      <p class="quiet small">
        Tall failed, low passed. Last: {last.trial}, {last.outcome}, {duration(last.ms)}.
      </p>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString('en')}</dd>
    </div>
  );
}
