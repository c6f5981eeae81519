import type { Server } from 'node:http';

/** How long accepted requests may take to finish after a stop was asked for, in milliseconds. */
const GRACE_MS = 10_000;

/** On SIGTERM or SIGINT takes no new connections, finishes what was accepted, then calls `close` and ends the process. */
export function stopGracefully(server: Server, close: () => Promise<void> | undefined): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const giveUp = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(async () => {
      clearTimeout(giveUp);
      await close();
      process.exit(0);
    });
    server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
