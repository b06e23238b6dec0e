import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockShiftMs } from '../../../../src/engine/knobs/clock-shift.ts';

const shown = (local: string, zone: string | undefined, now = 0) => new Date(now + clockShiftMs(local, zone, now));

test('the clock of the zone shows what was asked for', () => {
  expect(shown('2025-12-31T23:59:55', 'UTC')).toEqual(new Date('2025-12-31T23:59:55Z'));
  expect(shown('2025-12-31T23:59:55', 'Pacific/Kiritimati')).toEqual(new Date('2025-12-31T09:59:55Z'));
  expect(shown('2025-07-01T12:00:00', 'America/New_York')).toEqual(new Date('2025-07-01T16:00:00Z'));
  expect(shown('2025-01-01T12:00:00', 'America/New_York')).toEqual(new Date('2025-01-01T17:00:00Z'));
});

test('just before clocks are put forward or back, it is still the old time', () => {
  expect(shown('2025-03-09T01:59:55', 'America/New_York')).toEqual(new Date('2025-03-09T06:59:55Z'));
  expect(shown('2025-03-30T01:59:55', 'Europe/Berlin')).toEqual(new Date('2025-03-30T00:59:55Z'));
});

test('a zone without a name is the machine’s own', () => {
  const own = shown('2025-06-18T12:00:00', undefined);
  for (const zone of ['', '<+03>-3', ':/etc/localtime', 'No/Such_Zone'])
    expect(shown('2025-06-18T12:00:00', zone)).toEqual(own);
});

test('whatever the time now, in every zone the clock shows what was asked for', () => {
  const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Pago_Pago', 'Europe/London', 'Australia/Lord_Howe');
  // Noon is never skipped and never comes twice.
  const noons = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  const nows = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(zones, noons, nows, (timeZone, day, now) => {
      const local = `${day.toISOString().slice(0, 10)}T12:00:00`;
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      expect(clock.format(shown(local, timeZone, now))).toBe(local.replace('T', ' '));
    }),
  );
});
