import { isFrozen } from '../../semantics/python/frozen.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const python: LanguageRule = {
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
