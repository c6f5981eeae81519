import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunningShop } from './shop-server.ts';

/** What a store elsewhere answers instead of the reply it has: another reply, an HTTP status alone, or the same. */
export type Alter = (path: string, reply: unknown) => unknown;

export interface ForeignStore {
  /** What `STORE_API_URL` is set to. */
  url: string;
  stop: () => void;
}

const headersOf = (request: IncomingMessage): Record<string, string> => ({
  'content-type': request.headers['content-type'] ?? 'application/json',
  'x-app-key': String(request.headers['x-app-key'] ?? ''),
});

/** A store API of somebody else's: it passes calls on to a real shop and alters the replies as the test wants. */
export async function startForeignStore(shop: RunningShop, alter: Alter): Promise<ForeignStore> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const body = request.method === 'POST' ? await text(request) : null;
    const answer = await fetch(`${shop.url}/api${path}`, { method: request.method ?? 'GET', headers: headersOf(request), body });
    const altered = alter(path, await answer.json());
    if (typeof altered === 'number') response.writeHead(altered).end('Not here');
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(altered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
