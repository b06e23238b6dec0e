/** A failure as people read it in a report: what was said, then where in the project, within a bound. */
import type { Ending } from '../contract/trial.ts';
import type { Failure } from './fingerprint.ts';
import { ownFrames } from './own-frames.ts';

// Every watched observation keeps its message in the store; a case may hold thousands.
const MESSAGE_LIMIT = 4096;
const SHOWN_FRAMES = 3;

export function failureText(failure: Failure, root: string): string {
  const { type = '', message = '' } = failure;
  const said = type === '' || message.startsWith(type) ? message : `${type}: ${message}`;
  const places = ownFrames(failure.stack ?? '', root)
    .slice(0, SHOWN_FRAMES)
    .map((frame) => `\n    at ${frame.name === '' ? '' : `${frame.name} `}${frame.file}:${frame.line}`)
    .join('');
  return `${bounded(said, MESSAGE_LIMIT - places.length)}${places}`.slice(0, MESSAGE_LIMIT);
}

/** How a process ended, in words. */
export function endingText(ending: Ending): string {
  if (ending.timedOut) return 'the time box ended';
  if (ending.signal !== null) return `the process was ended by ${ending.signal}`;
  return `the process ended with exit code ${ending.code}`;
}

export function bounded(text: string, limit: number): string {
  const mark = ' […]';
  return text.length > limit ? `${text.slice(0, Math.max(0, limit - mark.length))}${mark}` : text;
}
