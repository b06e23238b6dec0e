/** Which unflake wrote a store: a newer major is refused, a newer minor is read and not written. */
import { UnflakeError } from '../../contract/faults.ts';
import { STORE_FORMAT } from '../../contract/versions.ts';

export interface Format {
  readonly major: number;
  readonly minor: number;
}

export const isRefused = ({ major }: Format): boolean => major > STORE_FORMAT.major;
export const isOlder = ({ major, minor }: Format): boolean =>
  major < STORE_FORMAT.major || (major === STORE_FORMAT.major && minor < STORE_FORMAT.minor);
export const isReadOnly = ({ major, minor }: Format): boolean =>
  major === STORE_FORMAT.major && minor > STORE_FORMAT.minor;

export function tooNew(place: string, { major, minor }: Format): UnflakeError {
  const ours = `${STORE_FORMAT.major}.${STORE_FORMAT.minor}`;
  const message = `the store ${place} has format ${major}.${minor}, this unflake writes ${ours}`;
  return new UnflakeError('STORE_TOO_NEW', message, { store: place, format: `${major}.${minor}`, ours });
}
