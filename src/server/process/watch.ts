import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { describeRequest } from '#server/host.ts';
import { requestsInFlight } from '#server/http/connections.ts';

/** How long requests may take to finish after a crash, in milliseconds. */
const GRACE_MS = 5000;

/** So many requests are named in the log of a crash. */
const NAMED_REQUESTS = 20;

/** What ends the process before its time is handled here: an error that nobody caught, or the end of the supervising process. */
export interface ProcessWatch {
  /** From now on these requests are named after a crash, and `stop` ends the process. */
  attachServer: (server: Server, stop: (exitCode: number) => void) => void;
  /** Tells the supervising process, if there is one, that the server is listening: from now on it restarts the program. */
  reportListening: () => void;
}

/**
 * Begins to watch this process. An error that nobody caught is logged with the method and path of each request under way; those get a
 * moment to finish, and the process exits with 1. When the supervising process is gone, this one stops as on SIGTERM.
 */
export function watchProcess(log: Logger): ProcessWatch {
  let server: Server | undefined;
  let stop = (exitCode: number): void => process.exit(exitCode);
  let crashed = false;
  process.on('uncaughtException', (error, origin) => {
    const requests = server ? requestsInFlight(server).slice(0, NAMED_REQUESTS).map(describeRequest) : [];
    log.fatal({ err: error, origin, requests }, 'unexpected crash: the process stops');
    if (crashed) return;
    crashed = true;
    setTimeout(() => process.exit(1), GRACE_MS);
    stop(1);
  });
  process.on('disconnect', () => stop(0));
  if (process.send && !process.connected) stop(0);
  // The connection to the supervising process alone is no reason to stay alive.
  process.channel?.unref();
  return {
    attachServer: (listening, ending) => {
      server = listening;
      stop = ending;
    },
    reportListening: () => void process.send?.('open'),
  };
}
