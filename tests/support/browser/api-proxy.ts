import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningShop } from './shop-server.ts';

/** A store API that stands between pages and a shop's own and may change what it answers. */
export interface Relay {
  /** What to set `STORE_API_URL` to. */
  base: string;
  stop: () => Promise<void>;
}

/** Passes every call on to the shop; `change` gets the path and the reply's JSON and gives what is answered instead. */
export async function startRelay(shop: RunningShop, change: (path: string, reply: unknown) => unknown): Promise<Relay> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers as Record<string, string>;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(shop.url + path, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const reply = change(path.replace(/^\/api/, ''), await answer.json());
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
