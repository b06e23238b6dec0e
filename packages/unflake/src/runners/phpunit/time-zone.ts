/** The time zone of a trial. PHP ignores TZ, so it is set in another way. */
import type { Conditions } from '../../contract/trial.ts';

/** Null if the zone is not changed. */
export function timeZoneOf({ tz }: Conditions): string | null {
  return tz === undefined || tz === 'as-is' ? null : tz;
}
