/** A moment for people, with the exact one on top of it. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  const text = date.toLocaleString('en', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}

/** A day of the calendar, as YYYY-MM-DD. */
export function Day({ day }: { readonly day: string }) {
  const text = new Date(`${day}T12:00:00Z`).toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <time dateTime={day} title={day}>
      {text}
    </time>
  );
}

/** How long it was from one moment to another, by the same clock. */
export function Span({ from, to }: { readonly from: string; readonly to: string }) {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  return (
    <time dateTime={from} title={from}>
      {spanText(seconds)}
    </time>
  );
}

function spanText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}
