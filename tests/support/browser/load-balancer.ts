import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface LoadBalancer {
  url: string;
  stop: () => void;
}

/** Forwards a request to the first of `servers`, or to the next one if that does not accept connections. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, [server, ...others]: readonly string[]): void {
  if (!server) return void outgoing.writeHead(502).end('No server of the shop answers');
  const { method = 'GET', headers, url } = incoming;
  const forwarded = request(`${server}${url}`, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  outgoing.once('close', () => forwarded.destroy());
  let isConnected = false;
  forwarded.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true;
      incoming.pipe(forwarded);
    }),
  );
  forwarded.once('error', () => {
    if (isConnected) outgoing.destroy();
    else if (!outgoing.destroyed) forward(incoming, outgoing, others);
  });
}

/** Serves the same shop from several servers at one address: each request goes to the next one. */
export async function startLoadBalancer(servers: readonly string[], port: number): Promise<LoadBalancer> {
  let requests = 0;
  const balancer = createServer((incoming, outgoing) => {
    const first = requests++ % servers.length;
    forward(incoming, outgoing, [...servers.slice(first), ...servers.slice(0, first)]);
  }).listen(port, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      balancer.close();
      balancer.closeAllConnections();
    },
  };
}
