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
  flags: [
    'import time\nstart = time.time()\n',
    'import time as t\nx = t.time_ns()\n',
    'from datetime import datetime\nnow = datetime.now()\n',
    'import datetime as dt\nd = dt.date.today()\n',
    'from time import localtime\nlocaltime()\n',
  ],
  allows: [
    'import time\ntime.monotonic()\n',
    'import time\ntime.localtime(0)\n',
    'def f(time):\n    return time.time()\n',
    'class Clock:\n    def time(self): return 1\nClock().time()\n',
    'from datetime import datetime\nd = datetime(2020, 1, 1)\n',
    'import time\nfrom freezegun import freeze_time\n@freeze_time("2024-01-01")\ndef test_a():\n    assert time.time() == 1\n',
    'import time\ndef test_a(freezer):\n    assert time.time() == 1\n',
    'import time\nyear = time.strftime("%Y", time.gmtime(0))\n',
  ],
};

/** With an argument more these convert a time that was given. */
function isGivenATime(name: string, args: number): boolean {
  if (name === 'time.strftime') return args > 1;
  return /^time\.(?:localtime|gmtime|ctime|asctime)$/.test(name) && args > 0;
}
