/** Property tests that are the same on every run: fast-check draws from the lane's seed, never from the time. */
import fc, { type IAsyncProperty, type IProperty, type Parameters } from 'fast-check';

const seed = Number(process.env.UNFLAKE_TEST_SEED ?? 1);

export function holds<T>(property: IProperty<T>, parameters: Parameters<T> = {}): void {
  fc.assert(property, { seed, ...parameters });
}

export async function holdsAsync<T>(property: IAsyncProperty<T>, parameters: Parameters<T> = {}): Promise<void> {
  await fc.assert(property, { seed, ...parameters });
}
