/** How far to shift the wall clock so that it shows a given local date and time in a given zone. */

/** `local`: `2025-12-31T23:59:55`. `zone`: as TZ has it; the machine's own when it is not given, or is written in a way that has no name. */
export function clockShiftMs(local: string, zone: string | undefined, nowMs: number): number {
  return instantOf(local, known(zone)) - nowMs;
}

/** The instant of a local time in a zone. A local time skipped by daylight saving is the one an hour later. */
function instantOf(local: string, zone: string | undefined): number {
  const asIfUtc = Date.parse(`${local}Z`);
  // The offset may change between the first guess and the moment itself.
  const guess = asIfUtc - offsetMs(asIfUtc, zone);
  return asIfUtc - offsetMs(guess, zone);
}

function offsetMs(instant: number, zone: string | undefined): number {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day] = [parts.get('year')!, parts.get('month')!, parts.get('day')!];
  const shown = Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second'));
  return shown - Math.floor(instant / 1000) * 1000;
}

function known(zone: string | undefined): string | undefined {
  if (zone === undefined || zone === '') return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
