/** The time zone that a trial asks for. PHP does not look at TZ, so that it has to be told in another way. */
import type { Conditions } from '../../contract/trial.ts';

/** Null where the zone stays as it is. */
export function timeZoneOf({ tz }: Conditions): string | null {
  return tz === undefined || tz === 'as-is' ? null : tz;
}
