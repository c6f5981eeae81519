import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Reads the metrics as Prometheus does. */
export interface MetricsReader {
  contentType: string;
  read: () => Promise<string>;
}

/** Whether a request carries the token; takes as long for a wrong one as for the right one. */
function knows(token: string, request: IncomingMessage): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Answers `/metrics`; with a token only to those who know it (401 else). */
export async function answerMetrics(
  { contentType, read }: MetricsReader,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (token !== undefined && !knows(token, request)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' }).end();
    return;
  }
  const text = await read();
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
}

/** A server of its own for metrics, for a port that the world cannot reach; the caller makes it listen. */
export function createMetricsServer(reader: MetricsReader, token: string | undefined): Server {
  return createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    answerMetrics(reader, token, request, response).catch(() => void response.destroy());
  });
}
