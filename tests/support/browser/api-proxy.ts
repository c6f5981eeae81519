import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import type { RunningShop } from './shop-server.ts';

/** Returns a replacement for the store's reply: another body, as JSON or text with status 200, or a bare HTTP status; a promise delays it. */
export type ChangeReply = (path: string, reply: unknown) => unknown;

/** Starts a store API that forwards calls to a shop and changes the replies. Paths are relative to `/api`. The port is a free one by default. */
export async function startApiProxy(shop: RunningShop, change: ChangeReply, port = 0): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>;
    const body = await buffer(request);
    const answer = await fetch(`${shop.apiUrl}${path}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    });
    const reply: unknown = await answer.json();
    const changed = await change(path, reply);
    if (typeof changed === 'number') response.writeHead(changed).end('Not here');
    else
      response
        .writeHead(changed === reply ? answer.status : 200, { 'content-type': 'application/json' })
        .end(typeof changed === 'string' ? changed : JSON.stringify(changed));
  });
  return listenOnLoopback(server, port);
}
