import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Time limits of a connection, in milliseconds. Headers come in one packet from any honest client; a body of 256 kB takes a phone on
 * a slow network up to a minute; a silent connection is kept a little longer than nginx keeps its own (60 s), so that the proxy ends it.
 */
export const connectionTimeouts: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** A connection on which nothing moves for so long, such as a download that is not read, is cut (milliseconds). */
const SILENT_MS = 60_000;

/** A proxy's connection carries many requests; a new one now and then bounds what one connection can pile up. */
const REQUESTS_PER_CONNECTION = 10_000;

/** Browsers and proxies wait for one answer before they ask again; so many unanswered requests on one connection are an attack. */
const MAX_PIPELINED = 100;

const MAX_CONNECTIONS = 2000;

/** Descriptors that the process needs apart from connections: databases, logs, pictures being imported. */
const RESERVED_DESCRIPTORS = 100;

/** A connection holds itself and at most one file. */
const DESCRIPTORS_PER_CONNECTION = 2;

/** How many connections the process may hold without running out of file descriptors. `limits` is the text of /proc/self/limits. */
export function connectionLimit(limits: string): number {
  const descriptors = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const affordable = Math.floor((descriptors - RESERVED_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION);
  return Math.max(10, Math.min(MAX_CONNECTIONS, affordable));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Requests that wait for their answers, by connection. */
const unanswered = new WeakMap<Server, Map<Socket, Set<ServerResponse>>>();

/** The requests of a bounded server that have no complete answer yet, oldest connection first. */
export function requestsInFlight(server: Server): IncomingMessage[] {
  return [...(unanswered.get(server)?.values() ?? [])].flatMap((responses) => [...responses].map((response) => response.req));
}

/** Bounds what connections may cost a server, and answers what is no HTTP. To be called before the server listens. */
export function limitConnections(server: Server): void {
  const connections = new Map<Socket, Set<ServerResponse>>();
  unanswered.set(server, connections);
  server.maxConnections = connectionLimit(readLimits());
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION;
  server.timeout = SILENT_MS;

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const waiting = connections.get(request.socket);
    if (!waiting) return;
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
    if (waiting.size > MAX_PIPELINED) request.socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const started = [...(connections.get(socket as Socket) ?? [])].some((response) => response.headersSent);
    answerNoHttp(error.code, socket as Socket, started);
  });
}

const statusOfError: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Refuses what the parser could not read. Where another answer has begun, more bytes would corrupt it: the connection is only cut. */
function answerNoHttp(code: string | undefined, socket: Socket, started: boolean): void {
  if (!socket.writable || started || code === 'ECONNRESET') return void socket.destroy();
  const status = statusOfError[code ?? ''] ?? '400 Bad Request';
  socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n\r\n`);
  socket.destroySoon();
}
