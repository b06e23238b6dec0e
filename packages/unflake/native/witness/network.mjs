/** Reports which networks are reachable: the loopback, and one of this machine's own addresses on any other. Nothing leaves the machine. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

const addresses = Object.values(networkInterfaces()).flat();
const outside = addresses.find(({ internal, family }) => !internal && family === 'IPv4');
const reached = [];
if (await reaches('127.0.0.1')) reached.push('loopback');
if (outside !== undefined && (await reaches(outside.address))) reached.push('outside');
console.log(reached.join(' '));

async function reaches(host) {
  const server = createServer().listen(0, host);
  try {
    await once(server, 'listening');
    const socket = connect(server.address().port, host);
    await once(socket, 'connect');
    socket.destroy();
    return true;
  } catch (error) {
    if (error.code === undefined) throw error;
    return false;
  } finally {
    server.close();
  }
}
