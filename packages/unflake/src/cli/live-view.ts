/**
 * Shows a running case on stderr. On a terminal, finished lines stay and the live lines below are redrawn; otherwise there is a line per
 * finished phase, and a progress line after some seconds without output.
 */
import type { Clock } from '@unflake/testkit/clock';
import type { Emit } from '../contract/events.ts';
import { liveLines, progressLine, stayingLines } from './live-lines.ts';
import { fold, NOTHING_YET } from './live-state.ts';
import type { TerminalStyle } from './terminal-style.ts';

export interface LiveViewOptions {
  readonly write: (text: string) => void;
  readonly mode: 'redraw' | 'lines' | 'silent';
  readonly style: TerminalStyle;
  readonly clock: Clock;
}

export interface LiveView {
  readonly show: Emit;
  /** A line that stays, above the live ones. */
  readonly say: (line: string) => void;
  /** Removes the live lines. May be called twice. */
  readonly end: () => void;
}

const REDRAW_EVERY_MS = 1_000;
// A burst of replayed trials must not flood the terminal.
const REDRAW_AT_MOST_EVERY_MS = 100;
// A log without output for longer looks stuck.
const LOG_AFTER_SILENCE_MS = 8_000;

export function liveView({ write, mode, style, clock }: LiveViewOptions): LiveView {
  let state = NOTHING_YET;
  let drawn = 0;
  let stayed = false;
  let unended = false;
  let shownAt = clock.currentTimeMillis();
  const redraw = (staying: readonly string[]) => {
    const now = clock.currentTimeMillis();
    if (staying.length === 0 && drawn > 0 && now - shownAt < REDRAW_AT_MOST_EVERY_MS) return;
    shownAt = now;
    const live = liveLines(state, now, style);
    write(`${erase(drawn)}${[...staying, ...live].map((line) => `${line}\n`).join('')}`);
    drawn = live.length;
  };
  const log = (staying: readonly string[]) => {
    const now = clock.currentTimeMillis();
    for (const line of staying) write(`${line}\n`);
    if (staying.length > 0) shownAt = now;
    const progress = now - shownAt >= LOG_AFTER_SILENCE_MS ? progressLine(state, now, style) : null;
    if (progress === null) return;
    write(`${progress}\n`);
    shownAt = now;
  };
  // The output of a command ends where it ends, also in the middle of a line.
  const pass = (text: string) => {
    if (mode === 'silent') return;
    write(`${erase(drawn)}${text}`);
    drawn = 0;
    unended = !text.endsWith('\n');
    stayed = true;
  };
  const draw = { redraw, lines: log, silent: () => {} }[mode];
  const timer = mode === 'silent' ? undefined : clock.setInterval(() => draw([]), REDRAW_EVERY_MS);
  return {
    show(event) {
      if (event.type === 'output') return pass(event.text);
      state = fold(state, event, clock.currentTimeMillis());
      const staying = stayingLines(event, style);
      if (staying.length > 0 && mode !== 'silent') stayed = true;
      draw(staying);
    },
    say: (line) => (mode === 'silent' ? write(`${line}\n`) : draw([line])),
    end() {
      clock.clearInterval(timer);
      if (drawn > 0) write(erase(drawn));
      drawn = 0;
      if (unended) write('\n');
      unended = false;
      // Separates the result on stdout from the progress.
      if (stayed) write('\n');
      stayed = false;
      state = NOTHING_YET;
    },
  };
}

// Up one line and clear it, once per live line.
function erase(lines: number): string {
  return '\u001b[1A\u001b[2K'.repeat(lines);
}
