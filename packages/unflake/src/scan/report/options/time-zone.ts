import type { KindOptions } from './kind-options.ts';

export const timeZone: KindOptions = {
  goal: 'The zone is written where a time is read or shown.',
  options: [
    {
      name: 'name the zone',
      code: {
        python: `when = datetime.fromtimestamp(seconds, tz=timezone.utc)`,
        javascript: `const shown = new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(when);`,
        go: `when := time.Unix(seconds, 0).UTC()`,
        rust: `let when = Utc.timestamp_opt(seconds, 0).unwrap();`,
        java: `ZonedDateTime when = Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC);`,
        shell: `TZ=UTC date -d "@$seconds"`,
        kotlin: `val time = Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC)`,
        ruby: `time = Time.at(seconds).utc`,
        csharp: `var time = DateTimeOffset.FromUnixTimeSeconds(seconds).UtcDateTime;`,
        cpp: `std::tm* time = std::gmtime(&seconds);`,
        php: `$time = new DateTimeImmutable('@' . $seconds, new DateTimeZone('UTC'));`,
      },
      pros: ['the same everywhere'],
      cons: [],
    },
  ],
};
