/** How many tests reach something, in words. */
import { plural } from '../../text/plural.ts';

/** `94 tests reach it, 1 more may`; `1 test may reach it` */
export function reachWords(sure: number, may: number): string {
  if (sure === 0) return `${plural(may, 'test')} may reach it`;
  return `${plural(sure, 'test')} ${sure === 1 ? 'reaches' : 'reach'} it${may > 0 ? `, ${may} more may` : ''}`;
}
