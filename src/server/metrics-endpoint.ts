import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isSameSecret } from '#api/services/hashing.ts';
import { pathOf } from './http/request-target.ts';
import { noStore } from './http/response-headers.ts';

export interface MetricsReader {
  contentType: string;
  read: () => Promise<string>;
}

/** Serves `/metrics`; 401 if a token is set and the request lacks it. */
export async function respondWithMetrics(
  { contentType, read }: MetricsReader,
  token: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (token !== undefined && !isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer', ...noStore }).end();
    return;
  }
  const text = await read();
  response.writeHead(200, { 'content-type': contentType, ...noStore }).end(text);
}

/** Creates a separate server for metrics, for a port that is not public. The caller calls `listen`. */
export function createMetricsServer(reader: MetricsReader, token: string | undefined): Server {
  return createServer((request, response) => {
    if (pathOf(request.url ?? '') !== '/metrics') return void response.writeHead(404).end();
    respondWithMetrics(reader, token, request, response).catch(() => void response.destroy());
  });
}
