/** A deliberately racy scenario: withdrawals that read, pause, and write back what they read. */
import type { Schedule, Step } from '../../src/concurrency.ts';

export function racyBank(customers: number): (schedule: Schedule) => Promise<void> {
  return async (schedule) => {
    let balance = 100;
    const withdraw = async (step: Step) => {
      await step('enters');
      const read = balance;
      await step('has read');
      balance = read - 10;
      await step('has written');
    };
    for (let at = 1; at <= customers; at += 1) schedule.task(`customer ${at}`, withdraw);
    await schedule.run();
    if (balance !== 100 - 10 * customers) throw new Error(`balance is ${balance}`);
  };
}
