import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Responses that are not complete yet, by connection. */
export type ResponsesInFlight = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>;

const trackedServers = new WeakMap<Server, Map<Socket, Set<ServerResponse>>>();

/** Tracks the responses in flight of a server. Call it before the server listens; later calls return the same map. */
export function trackResponses(server: Server): ResponsesInFlight {
  const tracked = trackedServers.get(server);
  if (tracked) return tracked;
  const connections = new Map<Socket, Set<ServerResponse>>();
  trackedServers.set(server, connections);
  // One listener for all responses: this runs for every request.
  function forget(this: ServerResponse): void {
    connections.get(this.req.socket)?.delete(this);
  }
  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    connections.get(request.socket)?.add(response);
    response.on('close', forget);
  });
  return connections;
}

/** Returns the responses in flight of a tracked server, oldest connection first. */
export const responsesInFlight = (server: Server): ServerResponse[] =>
  [...(trackedServers.get(server)?.values() ?? [])].flatMap((responses) => [...responses]);

/** Returns the requests in flight of a tracked server, oldest connection first. */
export const requestsInFlight = (server: Server): IncomingMessage[] => responsesInFlight(server).map(({ req }) => req);
