import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening HTTP server of a test. */
export interface LoopbackServer {
  /** Its origin. */
  url: string;
  /** Ends open connections too. */
  stop: () => Promise<void>;
}

/** Lets a server listen on loopback, on a free port by default. */
export async function listenOnLoopback(server: Server, port = 0): Promise<LoopbackServer> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
