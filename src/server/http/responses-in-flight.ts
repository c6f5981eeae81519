import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Responses that are not complete yet, by connection. */
export type ResponsesInFlight = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>;

const trackedServers = new WeakMap<Server, Map<Socket, Set<ServerResponse>>>();

/** Tracks the connections of a server. Call it before the server listens; later calls return the same map. */
export function trackConnections(server: Server): ResponsesInFlight {
  const tracked = trackedServers.get(server);
  if (tracked) return tracked;
  const connections = new Map<Socket, Set<ServerResponse>>();
  trackedServers.set(server, connections);
  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** Tracks a response of a server whose connections are tracked, until it is closed. Returns how many are in flight on its connection. */
export function trackResponse(server: Server, response: ServerResponse): number {
  const responses = trackedServers.get(server)?.get(response.req.socket);
  if (!responses) return 0;
  responses.add(response);
  response.once('close', () => responses.delete(response));
  return responses.size;
}

/** Returns the responses in flight of a tracked server, oldest connection first. */
export const responsesInFlight = (server: Server): ServerResponse[] =>
  [...(trackedServers.get(server)?.values() ?? [])].flatMap((responses) => [...responses]);

/** Returns the requests in flight of a tracked server, oldest connection first. */
export const requestsInFlight = (server: Server): IncomingMessage[] => responsesInFlight(server).map(({ req }) => req);
