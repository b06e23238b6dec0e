/** The fault for a value that its schema alone cannot refuse. */
import { UnflakeError } from '../../../contract/faults.ts';

export function badInput(field: string, value: string | null, message: string, expected: string): UnflakeError {
  return new UnflakeError('INVALID_INPUT', message, { problems: [{ field, value, expected }] });
}
