/** A failure as shown in a report: the message, then the project's frames, with a length limit. */
import type { Ending } from '../contract/trial.ts';
import type { Failure } from './fingerprint.ts';
import { ownFrames } from './own-frames.ts';

// The store keeps the message of every watched observation, and a case may have thousands.
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

/** The end of a process as text. */
export function endingText(ending: Ending): string {
  if (ending.timedOut) return 'the time limit was reached';
  if (ending.signal !== null) return `the process was ended by ${ending.signal}`;
  return `the process ended with exit code ${ending.code}`;
}

export function bounded(text: string, limit: number): string {
  const mark = ' […]';
  return text.length > limit ? `${text.slice(0, Math.max(0, limit - mark.length))}${mark}` : text;
}
