import type { Call } from '../rule.ts';
import { calls, type Rule } from '../rule.ts';
import { scopeAround } from './around.ts';
import { callOf, callsIn, keyword, positional } from './calls-in.ts';

export const timeZone: Rule = {
  id: 'python/time-zone',
  cause: { family: 'external', kind: 'time-zone' },
  severity: 'warning',
  where: 'anywhere',
  message: 'converts a time in the zone of the machine',
  why: 'The same instant has another hour, often another day, on a machine in another zone, and skips an hour where clocks change.',
  fix: 'Name the zone: `datetime.fromtimestamp(t, tz=timezone.utc)`, `calendar.timegm`, `.astimezone(ZoneInfo("Europe/Oslo"))`.',
  find: [
    calls(
      ['datetime.datetime.fromtimestamp'],
      (call) => !pinsZone(call) && positional(call.args).length < 2 && keyword(call.args, 'tz') === null,
    ),
    calls(
      ['datetime.date.fromtimestamp', 'time.mktime', 'tzlocal.get_localzone', 'dateutil.tz.tzlocal'],
      (call) => !pinsZone(call),
    ),
    calls(['time.localtime', 'time.ctime'], (call) => call.args.length > 0 && !pinsZone(call)),
    calls(['*.astimezone'], (call) => call.args.length === 0 && !pinsZone(call)),
    calls(['*.timestamp'], (call) => isNaive(call) && !pinsZone(call)),
  ],
};

/** `datetime(2024, 1, 1).timestamp()`: no zone was given to what is converted. */
function isNaive({ node, file }: Call): boolean {
  const made = node.field('function')?.field('object');
  if (made == null || !made.is('call')) return false;
  const { callee, args } = callOf(made);
  return (
    file.meanings(callee, made).includes('datetime.datetime') &&
    keyword(args, 'tzinfo') === null &&
    positional(args).length < 8
  );
}

/** Whoever calls `tzset` has said in which zone. */
const pinsZone = ({ node, file }: Call): boolean =>
  file.text.includes('tzset') && callsIn(scopeAround(node, file), file).some(({ last }) => last === 'tzset');
