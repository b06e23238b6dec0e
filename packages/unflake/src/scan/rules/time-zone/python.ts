import { scopeAround } from '../../semantics/python/around.ts';
import { callOf, callsIn, keyword, positional } from '../../semantics/python/calls-in.ts';
import type { Call } from '../rule.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
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
