/** Failures day by day in the width of a word; a day without a run has a dot. */
import { plural } from '../../../unflake/src/text/plural.ts';

const STEP = 4;
const HEIGHT = 20;

export function Spark({ days }: { readonly days: readonly (number | null)[] }) {
  const most = Math.max(1, ...days.map((count) => count ?? 0));
  const sum = days.reduce<number>((total, count) => total + (count ?? 0), 0);
  const says = `${plural(sum, 'failure')} in ${plural(days.length, 'day')}`;
  return (
    <svg
      class="spark"
      role="img"
      aria-label={says}
      width={days.length * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
    >
      <title>{says}</title>
      {days.map((count, day) => {
        const x = day * STEP;
        if (count === null) return <circle key={day} cx={x + 1.5} cy={HEIGHT - 1} r="0.6" class="none" />;
        const height = count === 0 ? 1.5 : Math.max(4, (count / most) * HEIGHT);
        return (
          <rect
            key={day}
            x={x}
            y={HEIGHT - height}
            width={STEP - 1}
            height={height}
            class={count > 0 ? 'fail' : 'pass'}
          />
        );
      })}
    </svg>
  );
}
