import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { trackConnections } from '#server/http/responses-in-flight.ts';
import type { HandOutMessage, ListenReply, ListenRequest, ReceiverMessage } from './hand-out-connections.mjs';

/** The connections of a server that the parent process accepts. */
export interface GivenConnections {
  /** Asks for connections of this address. The server emits "listening" or "error"; the callback gets the port. */
  listen: (port: number, host: string, onListening: (port: number) => void) => void;
  /** Asks for no more connections; resolves when all have closed. */
  close: () => Promise<void>;
}

/** Sends a message to the parent. When it cannot be sent, the parent is gone and "disconnect" follows. */
function send(message: ListenRequest | ReceiverMessage): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

/**
 * Serves the connections that the parent process accepts and gives to this one (see `handOutConnections`). What `listen` and accepting do for
 * a server is done here: it starts the timeouts, and the limit of connections holds.
 */
export function takeConnections(server: Server): GivenConnections {
  const connections = trackConnections(server);
  const left = Promise.withResolvers<void>();
  let onListening = (_port: number): void => undefined;

  function take(socket: Socket | undefined): void {
    // Before anything is read from it: the parent gives what was not taken to another process.
    send('taken');
    // Undefined if it was closed while it was passed on.
    if (!socket) {
      send('closed');
      return;
    }
    socket.once('close', () => send('closed'));
    if (connections.size >= server.maxConnections) socket.destroy();
    else server.emit('connection', socket);
  }

  process.on('message', (message: HandOutMessage | ListenReply | object, socket?: Socket) => {
    if (message === 'connection') take(socket);
    else if (message === 'left') left.resolve();
    else if (typeof message !== 'object') return;
    else if ('cannotListen' in message) {
      const { message: reason, code } = message.cannotListen;
      server.emit('error', Object.assign(new Error(reason), { code }));
    } else if ('listening' in message) {
      // On this event node:http starts to look for requests that take too long.
      server.emit('listening');
      onListening(message.listening);
    }
  });
  process.on('disconnect', left.resolve);
  return {
    listen: (port, host, callback) => {
      onListening = callback;
      send({ listen: { port, host } });
    },
    close: async () => {
      send('leave');
      if (process.connected) await left.promise;
      await Promise.all([...connections.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
      NetServer.prototype.close.call(server);
    },
  };
}
