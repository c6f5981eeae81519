import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { describeRequest } from '#server/http/failed-request.ts';
import { requestsInFlight } from '#server/http/responses-in-flight.ts';

/** Timeout for requests in flight after a crash, in milliseconds. */
const GRACE_MS = 5000;

/** Requests in flight that are logged after a crash. */
const MAX_LOGGED_REQUESTS = 20;

export interface ProcessWatch {
  /** Sets the server whose requests are logged after a crash, and how to shut down. */
  attachServer: (server: Server, stop: (exitCode: number) => void) => void;
  /** Tells the supervisor, if any, that the server is listening. From then on it restarts the program after a crash. */
  reportListening: () => void;
}

/**
 * Handles uncaught errors and the supervisor's exit. After an uncaught error it logs the requests in flight, gives them time to finish and
 * exits with 1. When the supervisor is gone, it shuts down as on SIGTERM.
 */
export function watchProcess(log: Logger): ProcessWatch {
  let server: Server | undefined;
  let stop = (exitCode: number): void => process.exit(exitCode);
  let crashed = false;
  process.on('uncaughtException', (error, origin) => {
    const requests = server ? requestsInFlight(server).slice(0, MAX_LOGGED_REQUESTS).map(describeRequest) : [];
    log.fatal({ err: error, origin, requests }, 'unexpected crash: the process stops');
    if (crashed) return;
    crashed = true;
    setTimeout(() => process.exit(1), GRACE_MS);
    stop(1);
  });
  process.on('disconnect', () => stop(0));
  if (process.send && !process.connected) stop(0);
  // The IPC channel alone must not keep the process alive; but a process of several waits on it for the port.
  if (!cluster.isWorker) process.channel?.unref();
  return {
    attachServer: (newServer, newStop) => {
      server = newServer;
      stop = newStop;
    },
    reportListening: () => void process.send?.('open'),
  };
}
