import { calls, type Rule } from '../rule.ts';
import { isFrozen } from './frozen.ts';

export const wallClock: Rule = {
  id: 'python/wall-clock',
  cause: { family: 'external', kind: 'date' },
  severity: 'note',
  where: 'anywhere',
  message: 'reads the wall clock',
  why: 'The result depends on when the test runs: at midnight, at a month’s end, when the clock is set back.',
  fix: 'Take the time as an argument, or a clock that tests can set.',
  find: [
    calls(
      [
        'time.time',
        'time.time_ns',
        'time.localtime',
        'time.gmtime',
        'time.ctime',
        'time.asctime',
        'time.strftime',
        'datetime.datetime.now',
        'datetime.datetime.utcnow',
        'datetime.datetime.today',
        'datetime.date.today',
        'django.utils.timezone.now',
        'pandas.Timestamp.now',
        'arrow.now',
        'arrow.utcnow',
        'pendulum.now',
        'pendulum.today',
      ],
      ({ node, name, args }) => !isGivenATime(name, args.length) && !isFrozen(node),
    ),
  ],
};

/** With an argument more these convert a time that was given. */
function isGivenATime(name: string, args: number): boolean {
  if (name === 'time.strftime') return args > 1;
  return /^time\.(?:localtime|gmtime|ctime|asctime)$/.test(name) && args > 0;
}
