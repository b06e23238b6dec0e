import type { KindOptions } from './kind-options.ts';

export const wallClock: KindOptions = {
  goal: 'A test decides what time it is.',
  options: [
    {
      name: 'the time as an argument',
      code: {
        rust: `fn is_expired(session: &Session, now: SystemTime) -> bool {
    session.expires < now
}`,
        python: `from datetime import datetime

def is_expired(session, now: datetime) -> bool:
    return session.expires < now`,
        javascript: `export function isExpired(session: Session, nowMs: number): boolean {
  return session.expiresMs < nowMs;
}`,
        go: `func isExpired(session Session, now time.Time) bool {
	return session.Expires.Before(now)
}`,
        java: `static boolean isExpired(Session session, Instant now) {
    return session.expires().isBefore(now);
}`,
        shell: `is_expired() {
  local expires=$1 now=$2
  [ "$expires" -lt "$now" ]
}`,
        kotlin: `fun isExpired(session: Session, now: Instant): Boolean = session.expires < now`,
        ruby: `def expired?(session, now)
  session.expires < now
end`,
        csharp: `static bool IsExpired(Session session, DateTimeOffset now) => session.Expires < now;`,
        cpp: `bool is_expired(const Session& session, std::chrono::system_clock::time_point now) {
    return session.expires < now;
}`,
        php: `function isExpired(Session $session, DateTimeImmutable $now): bool
{
    return $session->expires < $now;
}`,
      },
      pros: ['plain values: no clock at all where it is decided'],
      cons: ['the time has to be handed down from the edge'],
    },
    {
      name: 'a clock that tests replace',
      code: {
        rust: `pub trait Clock {
    fn now(&self) -> SystemTime;
}

pub struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}`,
        python: `import time

class Store:
    def __init__(self, now=time.time):
        self._now = now`,
        javascript: `export interface Clock {
  now(): number;
}

export const wallClock: Clock = { now: () => Date.now() };`,
        go: `type Clock interface {
	Now() time.Time
}

type wallClock struct{}

func (wallClock) Now() time.Time { return time.Now() }`,
        java: `final class Store {
    private final Clock clock;

    Store(Clock clock) {
        this.clock = clock;
    }
}`,
      },
      pros: ['time can be moved in a test', 'deterministic in full'],
      cons: ['reaches through many signatures: worth it where the logic is about time'],
    },
  ],
};
