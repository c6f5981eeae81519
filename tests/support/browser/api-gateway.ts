import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { join } from 'node:path';

/**
 * One address for the store APIs of all shops, because a build contains the address that browsers call. It forwards a request to the
 * store of the pages that made it, which are in its `Origin` or `Referer`; a payment provider sends them back as `site`.
 */
export interface ApiGateway {
  /** The value for `PUBLIC_STORE_API_URL`. */
  url: string;
  stop: () => Promise<void>;
}

const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A port that is the same for each run from a folder, so that its build is kept. */
const portOf = (folder: string): number =>
  FIRST_PORT + (Number.parseInt(createHash('sha256').update(folder).digest('hex').slice(0, 8), 16) % PORTS);

const routeFile = (routes: string, siteUrl: string): string => join(routes, new URL(siteUrl).port);

/** Registers the store API of the pages at `siteUrl`. */
export const addRoute = (routes: string, siteUrl: string, apiUrl: string): void =>
  writeFileSync(routeFile(routes, siteUrl), apiUrl);

function findStore(routes: string, { headers, url = '/' }: IncomingMessage): string | undefined {
  const site = new URL(url, 'http://gateway').searchParams.get('site');
  const from = [site, headers.origin, headers.referer].find((page) => page && URL.canParse(page)) ?? '';
  try {
    return new URL(readFileSync(routeFile(routes, from), 'utf8')).origin;
  } catch {
    return undefined;
  }
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Starts the gateway for tests run from `projectFolder`; `routes` is a folder for the shops' addresses. */
export async function startApiGateway(projectFolder: string, routes: string): Promise<ApiGateway> {
  const server = createServer((incoming, outgoing) => {
    const store = findStore(routes, incoming);
    if (!store) return void outgoing.writeHead(502).end('No shop has these pages');
    const { method = 'GET', headers, url } = incoming;
    const forwarded = request(new URL(url ?? '/', store), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    // As a browser sees a store that is down.
    forwarded.once('error', () => outgoing.destroy());
    outgoing.once('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  const port = portOf(projectFolder);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${port}/api`, stop: () => close(server) };
}
