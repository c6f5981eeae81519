import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { responsesInFlight } from '#server/http/responses-in-flight.ts';

/** Timeout for requests in flight, in milliseconds. */
const GRACE_MS = 8000;

/** Default time that idle connections stay open, in milliseconds, because a request may be in transit. */
const LINGER_MS = 1000;

/** Polling interval for connections that became idle, in milliseconds. */
const SWEEP_MS = 50;

export interface ShutdownHooks {
  /** Called as soon as shutdown begins, while requests are still in flight. */
  onStopping?: () => Promise<unknown> | undefined;
  onDrained: () => Promise<void> | undefined;
  /** Milliseconds that idle connections stay open. */
  lingerMs?: number | undefined;
}

/** Closes a server that listens: no new connections. Resolves when all have closed. */
const closeListening = (server: Server): Promise<void> =>
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));

/**
 * Returns a function that closes a server without dropping requests: it accepts no new connections, responds with `connection: close`, and
 * closes idle connections only after `lingerMs`, when everything that arrived has been read. Node's `server.close()` closes idle
 * connections at once and drops requests in transit.
 */
function createGracefulClose(server: Server, lingerMs: number): () => Promise<void> {
  const closeAfterResponse = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  return async () => {
    server.prependListener('request', (_, response) => closeAfterResponse(response));
    for (const response of responsesInFlight(server)) closeAfterResponse(response);
    let isOpen = true;
    const closed = closeListening(server).then(() => {
      isOpen = false;
    });
    const graceTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await Promise.race([closed, sleep(lingerMs)]);
    while (isOpen) {
      // After a tick of the event loop, a connection is idle only if no data had arrived on it.
      await nextTick();
      server.closeIdleConnections();
      await Promise.race([closed, sleep(SWEEP_MS)]);
    }
    clearTimeout(graceTimer);
  };
}

/**
 * Shuts down gracefully on SIGTERM or SIGINT: finishes requests in flight, runs the hooks and exits. Returns a function that does the same
 * with another exit code. Call it before the server listens.
 */
export function stopGracefully(
  server: Server,
  { onStopping, onDrained, lingerMs = LINGER_MS }: ShutdownHooks,
): (exitCode: number) => void {
  const closeServer = createGracefulClose(server, lingerMs);
  const finish = async (): Promise<void> => {
    await Promise.all([closeServer(), onStopping?.()]);
    await onDrained();
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
