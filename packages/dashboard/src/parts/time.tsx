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
