import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { splitKeys } from '#lib/rules/http/surrogate-keys.ts';
import { findNginx, startNginxCache } from './nginx.ts';

/** A shared cache: serves what it keeps, and forgets what has a surrogate key. */
export interface Cache {
  url: string;
  /** Deletes the copies with one of these surrogate keys. */
  purge: (keys: readonly string[]) => void;
  stop: () => Promise<void>;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Opens the endpoint for purges; requests need the bearer token. Start the shop with its URL, then call `attach` with the cache. */
export async function openPurgeHook(token: string) {
  const purges: string[][] = [];
  let status = 200;
  let cache: Cache | undefined;
  const server = createServer(async (request, response) => {
    const { keys } = (await readJson(request)) as { keys: string[] };
    if (request.headers.authorization !== `Bearer ${token}`) return void response.writeHead(401).end();
    purges.push(keys);
    if (status === 200) cache?.purge(keys);
    response.writeHead(status).end();
  });
  const url = `http://127.0.0.1:${await listen(server)}/purge`;
  return {
    url,
    purges,
    answerPurges: (answer: number) => {
      status = answer;
    },
    attach: (attached: Cache) => {
      cache = attached;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Copy {
  body: Buffer;
  headers: Headers;
  freshUntil: number;
}

/** A small cache that honours `s-maxage`, for machines without nginx. */
async function startSmallCache(origin: string): Promise<Cache> {
  const copies = new Map<string, Copy>();
  const send = (response: ServerResponse, { body, headers }: Omit<Copy, 'freshUntil'>, status: number, outcome: string) =>
    response.writeHead(status, { ...Object.fromEntries(headers), 'x-cache': outcome, 'content-length': body.length }).end(body);
  const server = createServer(async (request, response) => {
    const key = `${request.headers['x-app-key'] ?? ''} ${request.url}`;
    const kept = copies.get(key);
    if (request.method === 'GET' && kept && kept.freshUntil > Date.now()) return void send(response, kept, 200, 'HIT');
    const { 'x-app-key': applicationKey } = request.headers;
    const answer = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...(applicationKey && { 'x-app-key': String(applicationKey) }) },
      redirect: 'manual',
    });
    const copy = { body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
    const seconds = /^public,.*\bs-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1];
    if (seconds && answer.ok) copies.set(key, { ...copy, freshUntil: Date.now() + Number(seconds) * 1000 });
    send(response, copy, answer.status, 'MISS');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    purge: (keys) => {
      for (const [key, { headers }] of copies) {
        const own = new Set(splitKeys(headers.get('surrogate-key') ?? ''));
        if (keys.some((name) => own.has(name))) copies.delete(key);
      }
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a cache in front of the shops at `origins`, which take turns: nginx where it is installed, else a small one of this process. */
export async function startCache(origins: readonly [string, ...string[]]): Promise<Cache> {
  const program = findNginx();
  return program ? startNginxCache(program, origins) : startSmallCache(origins[0]);
}
