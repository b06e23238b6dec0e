/** Several trials at once for those who can run them side by side: each is chosen as if the ones before had already answered. */
import type { Random } from '@unflake/testkit/random';

/** A search that can be asked what to try next and told what came of it. */
export interface Model<Choice extends { readonly chance: number }> {
  choose(): Choice;
  /** `runs` −1 takes an observation back. */
  observe(choice: Choice, events: number, runs: number): void;
}

/** Imagines an answer for each choice, drawn from what is believed, chooses the next in that light, and takes the imaginings back. */
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
