/** What tests of the HTTP transport share: transports that are closed after each test, and answers read with a check that each is an envelope. */
import { afterEach, expect } from 'vitest';
import { FAULTS } from '../../src/contract/faults.ts';
import { type DoorOptions, type OpenDoor, openDoor } from './http-transport.ts';

export const SOON = { within: 120_000 };

/** To be called once in a file. */
export function doorsOfEachTest(): (options?: DoorOptions) => OpenDoor {
  const opened: OpenDoor[] = [];
  afterEach(async () => {
    for (const { http, calls } of opened.splice(0)) {
      await http.close();
      await calls.close();
    }
  });
  return (options) => {
    const made = openDoor(options);
    opened.push(made);
    return made;
  };
}

/** Checks that it is an envelope with the status that its fault has. */
export async function envelopeOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const envelope = (await response.json()) as {
    ok: boolean;
    result?: unknown;
    error?: { code: keyof typeof FAULTS; message: string; details: never };
  };
  expect(Object.keys(envelope)).toEqual(envelope.ok ? ['ok', 'result', '_meta'] : ['ok', 'error', '_meta']);
  expect(response.status).toBe(envelope.ok ? 200 : FAULTS[envelope.error!.code].http);
  return envelope;
}
export const codeOf = async (response: Response) => (await envelopeOf(response)).error?.code;

export const eventsOf = (text: string) =>
  [...text.matchAll(/event: (\w+)\nid: (\S+)\ndata: (.*)\n\n/g)].map(([, event, id, data]) => ({
    event,
    id: id!,
    data: JSON.parse(data!),
  }));
