/** Summarizes the rows. */

const share = (rows, is) => {
  const count = rows.filter(is).length;
  return `${count} of ${rows.length} (${Math.round((100 * count) / Math.max(1, rows.length))} %)`;
};

export function summary(rows) {
  const times = rows.map(({ seconds }) => seconds).sort((a, b) => a - b);
  return [
    `isolated and right: ${share(rows, ({ right }) => right)}`,
    `true cause first: ${share(rows, ({ trueFirst }) => trueFirst)}`,
    `wrong isolated: ${rows.filter(({ wrongIsolated }) => wrongIsolated).length}`,
    ...rows.filter(({ wrongIsolated }) => wrongIsolated).map((row) => `  ${row.kind} in ${row.project}: ${row.said}`),
    `verdicts: ${counted(rows.map(({ verdict }) => verdict))}`,
    `median ${times[Math.floor(times.length / 2)] ?? 0} s`,
  ].join('\n');
}

function counted(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${word} ${count}`).join(', ');
}
