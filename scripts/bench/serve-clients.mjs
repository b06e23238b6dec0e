/**
 * Clients for the service benchmarks: each has its own connection and sends its next request after a response. They speak HTTP on plain
 * sockets, because a client library costs more CPU time than a quick response and would be the bottleneck.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const HEAD_END = Buffer.from('\r\n\r\n');

/** One response to one request. */
export async function ask(url, tool, input) {
  const client = await open(new URL(url));
  try {
    return await client.post(tool, JSON.stringify(input));
  } finally {
    client.close();
  }
}

/**
 * Drives `clients` until `goOn(answers)` returns false. `choose(n)` returns tool and input of the nth request; `take` gets each response
 * with its time in ms, and may return the ms that this client then waits.
 */
export async function drive(url, { clients, goOn, choose, take }) {
  const opened = await Promise.all(Array.from({ length: clients }, () => open(new URL(url))));
  let sent = 0;
  let answers = 0;
  const work = async (client) => {
    while (goOn(answers)) {
      const [tool, input] = choose(sent++);
      const began = performance.now();
      const answer = await client.post(tool, JSON.stringify(input));
      answers += 1;
      const waits = take(answer, performance.now() - began);
      if (waits > 0) await pause(waits);
    }
  };
  try {
    await Promise.all(opened.map(work));
  } finally {
    for (const client of opened) client.close();
  }
  return answers;
}

function open({ hostname, port, host }) {
  return new Promise((resolve, reject) => {
    let waiting;
    let pieces = [];
    const socket = connect(Number(port), hostname, () =>
      resolve({
        post(tool, body) {
          const head = `POST /tools/${tool} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
          return new Promise((answered, failed) => {
            waiting = { answered, failed };
            socket.write(head + body);
          });
        },
        close: () => socket.destroy(),
      }),
    );
    const broken = (error) => (waiting === undefined ? reject(error) : waiting.failed(error));
    socket.setNoDelay(true);
    socket.on('error', broken);
    socket.on(
      'close',
      () => waiting !== undefined && broken(new Error('the server hung up in the middle of a request')),
    );
    socket.on('data', (piece) => {
      pieces.push(piece);
      const answer = read(pieces.length === 1 ? piece : Buffer.concat(pieces));
      if (answer === null) return;
      const { answered } = waiting;
      pieces = [];
      waiting = undefined;
      answered(answer);
    });
  });
}

/** Null while it is incomplete. The body is text: callers parse JSON themselves. */
function read(bytes) {
  const at = bytes.indexOf(HEAD_END);
  if (at < 0) return null;
  const head = bytes.latin1Slice(0, at);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  const end = at + HEAD_END.length + Number(length);
  if (bytes.length < end) return null;
  return { status: Number(head.slice(9, 12)), body: bytes.utf8Slice(at + HEAD_END.length, end) };
}
