import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { isFrozen } from './frozen.ts';

export const wallClock = ruleOf('ruby', 'wall-clock', {
  fix: 'Take the clock as an argument (`clock: Time`), and in tests freeze it: `travel_to(Time.utc(2024, 1, 31))`, `Timecop.freeze`.',
  find: [
    calls(
      [
        'Time.now',
        'Time.current',
        'Time.zone.now',
        'Time.zone.today',
        'Date.today',
        'Date.current',
        'DateTime.now',
        'DateTime.current',
      ],
      ({ file }) => !isFrozen(file),
    ),
    calls(['Time.new'], ({ args, file }) => args.length === 0 && !isFrozen(file)),
    calls(['Process.clock_gettime'], ({ args }) => /CLOCK_REALTIME/.test(args[0]?.text() ?? '')),
  ],
  flags: [
    'class Token\n  def expired? = @at < Time.now\nend\n',
    'def due\n  Date.today + 7\nend\n',
    'stamp = Time.new\n',
    'ms = Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond)\n',
    'it "shows today" do\n  expect(page.date).to eq(Time.zone.today)\nend\n',
  ],
  allows: [
    'def expired?(now) = @at < now\n',
    'took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start\n',
    'at = Time.new(2024, 1, 31)\n',
    'it "is due" do\n  travel_to Time.utc(2024, 1, 31)\n  expect(bill.due).to eq(Date.today)\nend\n',
    'class Time\n  def self.now = FIXED\nend\nTime.now\n',
  ],
});
