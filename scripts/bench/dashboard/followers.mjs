/** One page of a browser and many clients follow a case that another process records; meanwhile the service is asked other things. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf, post } from './requests.mjs';

const PROMISED = { answerMs: 100, growthMB: 30 };
const TRIALS_A_SECOND = 20;
/** A record is read once a second, and the machine is busy. */
const LATE_SECONDS = 3;

let trials = 0;

export async function followers(dashboard, service, endless, { clients: count, seconds, table }) {
  const page = await dashboard.open(service);
  await page.goto(`${service.url}/#/cases/${endless.id}`);
  await page.getByText('watching its record').waitFor();
  const known = trials;
  const clients = Array.from({ length: count }, () => followCase(service, endless.id));
  const times = [];
  const memory = [];
  const ends = performance.now() + seconds * 1_000;
  while (performance.now() < ends) {
    const second = performance.now() + 1_000;
    for (let at = 0; at < TRIALS_A_SECOND; at += 1) {
      trials += 1;
      await endless.append(trials);
    }
    while (performance.now() < second) {
      const began = performance.now();
      await post(service, 'status', {});
      times.push(performance.now() - began);
      await pause(20);
    }
    memory.push(memoryOf(service.pid).resident);
  }
  await page.getByText(/^Tall failed, low passed/).waitFor();
  const events = await Promise.all(clients.map((client) => client.end()));
  await dashboard.closePages();
  const least = Math.min(...events);
  const added = trials - known;
  console.error(`${added} trials; each of ${events.length} followers was told of ${least} to ${Math.max(...events)}`);
  if (least < added - LATE_SECONDS * TRIALS_A_SECOND) throw new Error('a follower missed trials');
  table.add(`an answer of the service while ${count} follow, ms`, times, PROMISED.answerMs, 0.99);
  const early = memory.slice(3, 8);
  const growth = Math.max(0, memory.at(-1) - Math.max(...early));
  table.add('growth of the service after the first seconds, MB', [growth], PROMISED.growthMB);
}

function followCase(service, id) {
  let received = 0;
  const sent = request(`${service.url}/cases/${id}/events`, (answer) => {
    answer.setEncoding('utf8');
    answer.on('data', (text) => {
      received += text.split('"type":"trial-finished"').length - 1;
    });
    answer.on('error', () => undefined);
  });
  sent.on('error', () => undefined);
  sent.end();
  return {
    async end() {
      sent.destroy();
      return received;
    },
  };
}
