/** A long story on a bad network, drawn from a seed: moves, migrations both ways, partitions; it ends when all is calm. */
import { random } from '@unflake/testkit/random';
import { World, type WorldOptions } from '../src/world.ts';

const ROUNDS = 12;
const ENTITIES = 5;

export interface Told {
  readonly trace: string;
  /** Where everything is in the end. */
  readonly end: string;
}

/** Tells the story and checks the invariants all along; throws when one is broken. */
export async function tell(seed: number | string, replay?: string): Promise<Told> {
  const link = { latency: 5, jitter: 20, loss: 0.3, duplication: 0.1, reordering: 0.2 };
  const options: WorldOptions = { seed, link, ...(replay !== undefined && { replay }) };
  const world = new World(options);
  const story = random(seed).fork('story');
  for (let at = 0; at < ENTITIES; at += 1) world.add(story.pick(world.nodes), `e${at}`, story.int(80, 120));

  const answers: Promise<unknown>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `e${story.int(0, ENTITIES - 1)}`;
    const node = story.pick(world.nodes);
    if (story.boolean(0.6)) answers.push(node.migrate(id, `t-${round}`));
    else node.move(id, story.int(80, 120));
    if (story.boolean(0.15)) world.network.partition(['west'], ['east']);
    if (story.boolean(0.3)) world.network.heal();
    if (story.boolean(0.3)) node.tick();
    await world.clock.advanceAsync(story.int(0, 60));
    world.check();
  }
  world.network.heal();
  await world.clock.drive(Promise.all(answers));
  await world.clock.runUntilIdle();
  world.checkAtRest();
  const end = world.nodes.map((node) => `${node.name}: ${node.owned.join(' ')}`).join('; ');
  return { trace: String(world.network.trace), end };
}
