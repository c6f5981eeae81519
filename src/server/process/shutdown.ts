import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** How long accepted requests may take to finish after a stop was asked for, in milliseconds. */
const GRACE_MS = 8000;

/** How long an open connection may still bring a request, in milliseconds, unless `lingerMs` says otherwise. */
const LINGER_MS = 1000;

/** How often connections that have fallen silent since are looked for, in milliseconds. */
const SWEEP_MS = 50;

/** What else comes to an end with the server. */
export interface ShutdownHooks {
  /** Called as soon as a stop is asked for, while requests are being finished. */
  onStopping?: () => Promise<unknown> | undefined;
  /** Called when the last request has been answered. */
  onDrained: () => Promise<void> | undefined;
  /** Milliseconds that open connections may still bring requests; 1000 unless given. */
  lingerMs?: number | undefined;
}

/**
 * A server that can stop without dropping a request that has come or is on its way. It takes no new connections; every answer tells its
 * connection to end; and a connection that is silent is cut only after a while, when what has arrived on it has been read. The HTTP
 * server's own `close` would cut those that are silent at this moment, and with them requests that are just travelling.
 */
function gracefulClose(server: Server, lingerMs: number): () => Promise<void> {
  const unanswered = new Set<ServerResponse>();
  let stopping = false;
  const endWithThis = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_, response) => {
    if (stopping) endWithThis(response);
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return async () => {
    stopping = true;
    for (const response of unanswered) endWithThis(response);
    let open = true;
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve)).then(() => {
      open = false;
    });
    const giveUp = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await Promise.race([closed, sleep(lingerMs)]);
    while (open) {
      // After a turn of the event loop, a connection is idle only if nothing had arrived on it.
      await nextTurn();
      server.closeIdleConnections();
      await Promise.race([closed, sleep(SWEEP_MS)]);
    }
    clearTimeout(giveUp);
  };
}

/**
 * On SIGTERM or SIGINT finishes what was accepted and ends the process. Returns the same for other reasons to stop, which gives the
 * exit code. To be called before the server listens.
 */
export function stopGracefully(
  server: Server,
  { onStopping: begin, onDrained: close, lingerMs = LINGER_MS }: ShutdownHooks,
): (exitCode: number) => void {
  const closeServer = gracefulClose(server, lingerMs);
  const finish = async (): Promise<void> => {
    await Promise.all([closeServer(), begin?.()]);
    await close();
  };
  let stopping = false;
  const stop = (exitCode: number): void => {
    if (stopping) return;
    stopping = true;
    finish().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  return stop;
}
