/** The text of the live view: lines that stay, and the lines below them that are redrawn. */
import type { LabEvent } from '../contract/events.ts';
import { about, duration } from '../text/duration.ts';
import { plural } from '../text/plural.ts';
import { shorten } from '../text/shorten.ts';
import { type LiveState, left } from './live-state.ts';
import { paint, type TerminalStyle } from './terminal-style.ts';

const LABEL = 11;
const DURATION = 12;
// On wider terminals the durations at the right would be too far from their lines.
const WIDEST = 110;

/** Lines that stay; none for most events. */
export function stayingLines(event: LabEvent, style: TerminalStyle): readonly string[] {
  if (event.type === 'case-opened') {
    const facts = `${event.runner}, ${plural(event.tests, 'test')}, seed ${event.seed}`;
    return [
      labelled('case', `${event.caseId}  ${event.test}`, style),
      labelled('', facts, style),
      ...resumed(event.recorded, style),
    ];
  }
  if (event.type === 'hunt-opened') {
    const facts = `${event.runner}, ${plural(event.tests, 'test')}, seed ${event.seed}`;
    return [labelled('hunt', `${event.huntId}  ${facts}`, style), ...resumed(event.recorded, style)];
  }
  if (event.type === 'certification-opened') {
    const facts = `${event.runner}, ${plural(event.tests, 'test')}, seed ${event.seed}`;
    return [labelled('certify', `${event.certificationId}  ${facts}`, style), ...resumed(event.recorded, style)];
  }
  if (event.type === 'note') return [labelled('note', event.text, style)];
  if (event.type === 'environment' || event.type === 'worker') {
    return [labelled(event.label, event.text, style, event.ms === null ? '' : duration(event.ms))];
  }
  return event.type === 'said' ? [labelled(event.phase, event.text, style, duration(event.ms))] : [];
}

function resumed(recorded: number, style: TerminalStyle): readonly string[] {
  if (recorded === 0) return [];
  return [labelled('resume', `${plural(recorded, 'recorded trial')} replayed, not run again`, style)];
}

/** The current experiment and its reason, the confidence, and the time left: three lines, redrawn. */
export function liveLines(state: LiveState, now: number, style: TerminalStyle): readonly string[] {
  if (state.step === null) return [];
  const { dim } = paint(style);
  const seen = `${plural(state.ran + state.replayed, 'trial')}, ${state.failed} failed`;
  const first = labelled(state.step.phase, state.step.doing, style, duration(now - state.phaseStartedAt));
  const why = state.step.why === '' ? [] : [labelled('', `why: ${state.step.why}`, style)];
  const sofar = labelled('', [seen, ...remaining(state, now), ...sure(state)].join(' · '), style);
  return [first, ...[...why, sofar].map(dim)];
}

/** The same in one line, for logs. */
export function progressLine(state: LiveState, now: number, style: TerminalStyle): string | null {
  if (state.step === null) return null;
  return labelled(
    state.step.phase,
    [`… ${state.step.doing}`, ...remaining(state, now), ...sure(state)].join(' · '),
    style,
  );
}

function sure({ step }: LiveState): readonly string[] {
  return step?.belief ? [`${(step.belief.probability * 100).toFixed(0)} % sure of ${step.belief.claim}`] : [];
}

function remaining(state: LiveState, now: number): readonly string[] {
  const rest = left(state, now);
  if (rest === null || rest.trials === 0) return [];
  return [`about ${plural(rest.trials, 'trial')}${rest.ms === null ? '' : `, ${about(rest.ms)}`} left`];
}

function labelled(label: string, text: string, style: TerminalStyle, right = ''): string {
  const limit = style.columns - 1;
  const line = `${label.padEnd(LABEL)}${shorten(text, limit - LABEL - (right === '' ? 0 : DURATION))}`;
  return right === '' ? line : `${line.padEnd(Math.min(limit, WIDEST) - DURATION)}${right.padStart(DURATION)}`;
}
