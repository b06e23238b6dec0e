/** The stack frames that belong to the project itself, innermost first. Parses the stacks of V8 and of Python. */
import { withoutRoot } from './normalise-message.ts';

export interface Frame {
  /** Relative to the project's root. */
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

const V8_NAMED = /^\s*at (?:async )?(.+?) \((.+?):(\d+)(?::\d+)?\)$/;
const V8_BARE = /^\s*at (?:async )?(.+?):(\d+):\d+$/;
const PYTHON = /^\s*File "(.+?)", line (\d+)(?:, in (.+))?$/;

const NOT_OURS =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.venv|venv)\/|^node:|^internal\/|^<|(?:^|\/)unflake\/probes\//;

export function ownFrames(stack: string, root: string): readonly Frame[] {
  const v8: Frame[] = [];
  const python: Frame[] = [];
  for (const line of stack.split('\n')) {
    const named = V8_NAMED.exec(line);
    const bare = named ? null : V8_BARE.exec(line);
    const pythonic = PYTHON.exec(line);
    if (named) v8.push({ file: named[2]!, line: Number(named[3]), name: named[1]! });
    else if (bare) v8.push({ file: bare[1]!, line: Number(bare[2]), name: '' });
    else if (pythonic) python.push({ file: pythonic[1]!, line: Number(pythonic[2]), name: pythonic[3] ?? '' });
  }
  // Python prints the innermost call last.
  return [...v8, ...python.reverse()].flatMap((frame) => {
    const file = withoutRoot(frame.file, root);
    // A path that is still absolute is outside the project: the standard library or our probes.
    return NOT_OURS.test(file) || /^(?:\/|file:|[A-Za-z]:[\\/])/.test(file) ? [] : [{ ...frame, file }];
  });
}
