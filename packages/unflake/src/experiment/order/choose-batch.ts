/** Chooses several trials for a parallel step: each as if the earlier ones had already answered. */
import type { Random } from '@unflake/testkit/random';

/** A search that proposes the next trial and learns its result. */
export interface Model<Choice extends { readonly chance: number }> {
  choose(): Choice;
  /** `runs` −1 takes an observation back. */
  observe(choice: Choice, events: number, runs: number): void;
}

/** Samples an answer for each choice from the current belief, chooses the next accordingly, and retracts the samples. */
export function chooseBatch<Choice extends { readonly chance: number }>(
  model: Model<Choice>,
  size: number,
  random: Random,
): readonly Choice[] {
  const imagined: { choice: Choice; events: number }[] = [];
  while (imagined.length < size - 1) {
    const choice = model.choose();
    const events = random.float() < choice.chance ? 1 : 0;
    model.observe(choice, events, 1);
    imagined.push({ choice, events });
  }
  const last = model.choose();
  for (const { choice, events } of imagined) model.observe(choice, -events, -1);
  return [...imagined.map(({ choice }) => choice), last];
}
