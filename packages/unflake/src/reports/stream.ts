/** The result of each test in our probes' stream. A test that started and did not end is the one that ended the process. */
import type { RawRun } from '../contract/command.ts';
import type { DetectorReport } from '../contract/detector-report.ts';
import { isFailure, type Outcome } from '../contract/outcome.ts';
import type { Listing, Report } from '../contract/runner.ts';
import { testId } from '../contract/test-id.ts';
import type { Observation, Phases } from '../contract/trial.ts';
import { bounded, endingText, failureText } from './failure-text.ts';
import { type Failure, fingerprint } from './fingerprint.ts';
import { type StreamText, streamEvents } from './stream-events.ts';

interface Execution {
  readonly id: string;
  readonly run: number;
  readonly phases: { setup?: number; call?: number; teardown?: number };
  end?: { readonly outcome: Outcome; readonly ms: number | null; readonly error?: Failure };
}

const WORDS_LIMIT = 2000;

/** `root` is the folder in which the runner started: a failure in a copy of the project must get the same fingerprint. */
export function parseStream(run: RawRun, streamPath: string, root: string): Report {
  const { events, problems } = read(run, streamPath);
  const executions = new Map<string, Execution>();
  const said = [...problems];
  const retried: string[] = [];
  // A runner may pass the same rejection on twice.
  const detected = new Map<string, DetectorReport>();
  let finished = false;
  for (const event of events) {
    if (event.ev === 'problem') said.push(event.text);
    else if (event.ev === 'retried') retried.push(event.text);
    else if (event.ev === 'detected') detected.set(JSON.stringify(event.report), event.report);
    else if (event.ev === 'done') finished = true;
    else if (event.ev !== 'collected') {
      const key = `${event.run} ${event.id}`;
      const known = executions.get(key);
      const execution = known ?? { id: event.id, run: event.run, phases: {} };
      executions.set(key, execution);
      if (event.ev === 'phase') execution.phases[event.when] = (execution.phases[event.when] ?? 0) + event.ms;
      // A second record of one execution is a retry or a repeated worker. The first one counts, so that nothing is hidden.
      else if (event.ev === 'start' && known) retried.push(`${event.id} was started twice in one run`);
      else if (event.ev === 'end' && execution.end === undefined) execution.end = event;
    }
  }
  if (!finished && run.files[streamPath] !== undefined) said.push(`the stream is incomplete: ${endingText(run)}`);
  return {
    observations: [...executions.values()].map((execution) => observationOf(execution, run, root)),
    problems: said,
    ...(retried.length > 0 && { retried }),
    ...(detected.size > 0 && { detected: [...detected.values()] }),
  };
}

/** The tests that a probe collected, in the order in which they would run. */
export function parseListing(run: RawRun, streamPath: string): Listing {
  const { events, problems } = read(run, streamPath);
  return {
    tests: events.flatMap((event) => (event.ev === 'collected' ? event.ids.map(testId) : [])),
    problems: [...problems, ...events.flatMap((event) => (event.ev === 'problem' ? [event.text] : []))],
  };
}

function read(run: RawRun, streamPath: string): StreamText {
  const text = run.files[streamPath];
  if (text !== undefined) return streamEvents(text);
  const words = bounded(`${run.stderr}\n${run.stdout}`.trim(), WORDS_LIMIT);
  return { events: [], problems: [`the runner wrote no stream; ${endingText(run)}: ${words}`] };
}

function observationOf({ id, run, phases, end }: Execution, ending: RawRun, root: string): Observation {
  const outcome = end?.outcome ?? (ending.timedOut ? 'timed-out' : 'crashed');
  const failure = end ? end.error : { type: outcome, message: endingText(ending) };
  return {
    test: testId(id),
    run,
    outcome,
    ms: end?.ms ?? null,
    ...(end && Object.keys(phases).length > 0 && { phases: whole(phases) }),
    ...(isFailure(outcome) && failure && { fingerprint: fingerprint(failure, root) }),
    ...(failure && { message: failureText(failure, root) }),
  };
}

function whole({ setup = 0, call = 0, teardown = 0 }: Execution['phases']): Phases {
  return { setup, call, teardown };
}
