import { readFileSync } from 'node:fs';
import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopbackHost } from '#api/loopback.ts';
import { type ResponsesInFlight, trackConnections, trackResponse } from './responses-in-flight.ts';

/**
 * Timeouts of a connection, in milliseconds. Headers usually arrive in one packet; a 256 kB body takes a phone on a slow network up to a
 * minute. Keep-alive is a little longer than nginx's 60 s, so that the proxy closes the connection first.
 */
export const connectionTimeouts: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** Timeout for an inactive socket, such as a download that is not read, in milliseconds. */
const SOCKET_TIMEOUT_MS = 60_000;

/** A connection is closed after this many requests, which bounds the memory that it can accumulate. */
const REQUESTS_PER_CONNECTION = 10_000;

/** Maximum requests in flight on one connection. Browsers and proxies hardly pipeline, so more indicate an attack. */
const MAX_PIPELINED = 100;

const MIN_CONNECTIONS = 10;
const MAX_CONNECTIONS = 2000;

/** File descriptors for everything but connections: databases, logs, pictures being imported. */
const RESERVED_DESCRIPTORS = 100;

/** The socket and at most one open file. */
const DESCRIPTORS_PER_CONNECTION = 2;

/** Maximum connections for the process's file descriptor limit. `limits` is the text of /proc/self/limits. */
export function connectionLimit(limits: string): number {
  const descriptors = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const affordable = Math.floor((descriptors - RESERVED_DESCRIPTORS) / DESCRIPTORS_PER_CONNECTION);
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, affordable));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Maximum connections of one address where visitors connect directly: browsers use six, and a hostel shares one address. */
const MAX_CONNECTIONS_PER_ADDRESS = 100;

/** Share of all connections in use from which idle ones are closed. */
const CROWDED = 0.9;

export interface ConnectionLimits {
  /** Whether visitors come through a trusted proxy, which has one address for all of them. */
  isBehindProxy: boolean;
  /** Maximum connections of all; by default what the process can afford. */
  maxConnections?: number | undefined;
}

/** Limits the resources of a server's connections and responds to malformed HTTP. Call it before the server listens. */
export function limitConnections(server: Server, { isBehindProxy, maxConnections }: ConnectionLimits): void {
  const connections = trackConnections(server);
  server.maxConnections = maxConnections ?? connectionLimit(readLimits());
  closeIdleConnections(server, connections, isBehindProxy ? Number.POSITIVE_INFINITY : MAX_CONNECTIONS_PER_ADDRESS);
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION;
  server.timeout = SOCKET_TIMEOUT_MS;

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const hasStarted = [...(connections.get(socket as Socket) ?? [])].some((response) => response.headersSent);
    refuseMalformed(error.code, socket as Socket, hasStarted);
  });
}

/**
 * Closes idle connections for a new one: the address's own when it has too many, and the longest idle one when few are left for all. An
 * address whose connections are all busy gets no further one. Loopback is exempt, as the address of a proxy on this machine.
 */
function closeIdleConnections(server: Server, connections: ResponsesInFlight, maxPerAddress: number): void {
  /** The connections without a request, longest idle first. */
  const idle = new Set<Socket>();
  const byAddress = new Map<string, number>();
  const closeFirst = (address?: string): boolean => {
    for (const socket of idle) {
      if (address !== undefined && socket.remoteAddress !== address) continue;
      idle.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  };
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (byAddress.get(address) ?? 0) + 1;
    byAddress.set(address, count);
    socket.once('close', () => {
      idle.delete(socket);
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
    if (count > maxPerAddress && !isLoopbackHost(address) && !closeFirst(address)) return void socket.destroy();
    if (connections.size > server.maxConnections * CROWDED) closeFirst();
    idle.add(socket);
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      // A pipelined request may be in progress.
      if (!socket.destroyed && !connections.get(socket)?.size) idle.add(socket);
    });
  });
}

/** Tracks a request without an immediate response. Returns false, and closes the connection, when it has too many of them. */
export function admitRequest(server: Server, response: ServerResponse): boolean {
  if (trackResponse(server, response) <= MAX_PIPELINED) return true;
  response.req.socket.destroy();
  return false;
}

const statusByErrorCode: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Refuses a request that the parser could not read. Only closes the connection if a response has started, which it would corrupt. */
function refuseMalformed(code: string | undefined, socket: Socket, hasStarted: boolean): void {
  if (!socket.writable || hasStarted || code === 'ECONNRESET') return void socket.destroy();
  const status = statusByErrorCode[code ?? ''] ?? '400 Bad Request';
  socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\nx-content-type-options: nosniff\r\n\r\n`);
  socket.destroySoon();
}
