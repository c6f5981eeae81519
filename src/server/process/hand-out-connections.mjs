import cluster from 'node:cluster';
import { createServer } from 'node:net';

// Plain JavaScript without packages: runs in the process that starts the others.

/**
 * @typedef {{ listen: { port: number, host: string } }} ListenRequest From a process that is ready for connections.
 * @typedef {{ listening: number } | { cannotListen: { code?: string, message: string } }} ListenReply The port, or why there is none.
 * @typedef {'taken' | 'closed' | 'leave'} ReceiverMessage From a process: it has taken the oldest connection that it was given; one of its
 *   connections has closed; it wants no more connections.
 * @typedef {'connection' | 'left'} HandOutMessage To a process: a connection; the answer to "leave", after the last connection.
 *
 * @typedef {object} Receiver A process that takes connections.
 * @property {number} open Its connections, with those that it has not taken yet.
 * @property {import('node:net').Socket[]} untaken Connections that were sent to it and that it has not taken yet, oldest first.
 * @property {boolean} isLeaving
 */

/**
 * Sends a message to a process. When it cannot be sent, the process is gone and "close" follows.
 *
 * @param {import('node:cluster').Worker} worker
 * @param {ListenReply | HandOutMessage} message
 * @param {import('node:net').Socket} [socket] Stays open here too.
 */
const send = (worker, message, socket) => worker.send(message, socket, { keepOpen: true }, () => undefined);

/**
 * Accepts connections for the processes of this cluster, on the port that the first of them names, and gives each connection to the process
 * with the fewest. By itself node:cluster gives it to the process that is first to take it: of 32 connections opened at once, one process got
 * up to 26. Returns a function that stops accepting.
 *
 * @param {(line: string) => void} print
 * @returns {() => void}
 */
export function handOutConnections(print) {
  /** The process that was given a connection longest ago comes first. @type {Map<import('node:cluster').Worker, Receiver>} */
  const receivers = new Map();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, handOut);
  /** @type {Promise<ListenReply> | undefined} */
  let listening;

  /** @param {import('node:net').Socket} socket */
  function handOut(socket) {
    const ready = [...receivers].filter(([worker, { isLeaving }]) => worker.isConnected() && !isLeaving);
    const [first, ...others] = ready;
    if (!first) return void socket.destroy();
    const [worker, receiver] = others.reduce((least, other) => (other[1].open < least[1].open ? other : least), first);
    receivers.delete(worker);
    receivers.set(worker, receiver);
    receiver.open += 1;
    receiver.untaken.push(socket);
    send(worker, 'connection', socket);
  }

  /** @param {import('node:cluster').Worker} worker */
  function add(worker) {
    /** @type {Receiver} */
    const receiver = { open: 0, untaken: [], isLeaving: false };
    receivers.set(worker, receiver);
    // "close" comes after its last message; "disconnect" does not come as long as a connection is on its way.
    worker.process.once('close', () => {
      receivers.delete(worker);
      for (const socket of receiver.untaken) handOut(socket);
    });
  }

  /** @param {ListenRequest['listen']} address @returns {Promise<ListenReply>} */
  const listen = ({ port, host }) =>
    new Promise((resolve) => {
      server.once('error', ({ message, code }) => resolve({ cannotListen: { message, ...(code && { code }) } }));
      server.listen(port, host, () => {
        server.removeAllListeners('error').on('error', ({ message }) => print(`A connection could not be accepted: ${message}`));
        resolve({ listening: /** @type {import('node:net').AddressInfo} */ (server.address()).port });
      });
    });

  cluster.on('message', async (worker, /** @type {ListenRequest | ReceiverMessage | object} */ message) => {
    const receiver = receivers.get(worker);
    if (message === 'taken') receiver?.untaken.shift()?.destroy();
    else if (message === 'closed' && receiver) receiver.open -= 1;
    else if (message === 'leave') {
      if (receiver) receiver.isLeaving = true;
      send(worker, 'left');
    } else if (typeof message === 'object' && 'listen' in message) {
      listening ??= listen(message.listen);
      const reply = await listening;
      if (!worker.isConnected()) return;
      send(worker, reply);
      if ('listening' in reply) add(worker);
    }
  });
  return () => void server.close();
}
