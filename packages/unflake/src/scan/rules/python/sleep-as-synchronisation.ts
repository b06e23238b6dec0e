import { calls, type Rule } from '../rule.ts';

export const sleepAsSynchronisation: Rule = {
  id: 'python/sleep-as-synchronisation',
  cause: { family: 'timing', kind: 'short-wait' },
  severity: 'warning',
  where: 'tests',
  message: 'sleeps and hopes that something has happened meanwhile',
  why: 'On a busy machine the time is too short; on every other it is wasted.',
  fix: 'Wait for the condition itself, with a limit: join the thread, poll until it holds, await the event.',
  find: [
    calls(
      ['time.sleep', 'asyncio.sleep', 'gevent.sleep', 'trio.sleep', 'anyio.sleep'],
      // Zero only lets others run.
      ({ args }) => args.length > 0 && args[0]!.text() !== '0',
    ),
  ],
  flags: [
    'import time\ndef test_a():\n    start()\n    time.sleep(0.5)\n    assert done()\n',
    'from time import sleep\ndef test_a():\n    sleep(1)\n    assert True\n',
    'import asyncio\nasync def test_a():\n    await asyncio.sleep(0.1)\n    assert ready\n',
  ],
  allows: [
    'import asyncio\nasync def test_a():\n    await asyncio.sleep(0)\n    assert ready\n',
    { file: 'app/retry.py', text: 'import time\ndef back_off():\n    time.sleep(1)\n' },
    'def test_a(time):\n    time.sleep(1)\n    assert time.now() == 1\n',
  ],
};
