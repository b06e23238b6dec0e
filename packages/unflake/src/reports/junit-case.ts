/** One `<testcase>`: its attributes, its children, and the resulting outcome. */
import type { Outcome } from '../contract/outcome.ts';
import type { Failure } from './fingerprint.ts';

export interface JunitPart {
  readonly kind: string;
  readonly type: string | undefined;
  readonly message: string | undefined;
  text: string;
}

export interface JunitCase {
  readonly name: string;
  readonly classname: string;
  readonly ms: number | null;
  readonly status: string;
  readonly parts: JunitPart[];
}

/** Surefire writes these for a failed test that it has rerun. */
const RETRIES = ['flakyFailure', 'flakyError', 'rerunFailure', 'rerunError'];
/** CTest and GoogleTest write such cases without a child element. */
const NOT_RUN = ['notrun', 'disabled', 'skipped', 'suppressed'];

export function openJUnitCase(attributes: Readonly<Record<string, string>>): JunitCase {
  return {
    name: attributes.name ?? '',
    classname: attributes.classname ?? '',
    ms: milliseconds(attributes.time),
    status: (attributes.status ?? '').toLowerCase(),
    parts: [],
  };
}

export function outcomeOfCase({ parts, status }: JunitCase): {
  readonly outcome: Outcome;
  readonly failure?: Failure;
  readonly retried: boolean;
} {
  const part = (kind: string): JunitPart | undefined => parts.find((one) => one.kind === kind);
  const retry = parts.find((one) => RETRIES.includes(one.kind));
  const skipped = part('skipped');
  const error = part('error');
  const failed = part('failure') ?? retry;
  const retried = retry !== undefined;
  // Checked first, because Node also writes the failure of a test that is marked `todo`.
  if (skipped) return { outcome: 'skipped', failure: failureOf(skipped), retried };
  if (failed) return { outcome: 'failed', failure: failureOf(failed), retried };
  if (error) return { outcome: 'errored', failure: failureOf(error), retried };
  if (NOT_RUN.includes(status)) return { outcome: 'skipped', retried };
  return { outcome: status === 'fail' || status === 'failed' ? 'failed' : 'passed', retried };
}

export function failureOf({ type, message, text }: JunitPart): Failure {
  const [first = ''] = text.trim().split('\n');
  return { ...(type !== undefined && { type }), message: message ?? first, stack: text };
}

/** Some writers omit the time, others group the digits of long ones. */
function milliseconds(time: string | undefined): number | null {
  const seconds = Number.parseFloat((time ?? '').replaceAll(',', ''));
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}
