import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type LoopbackServer, listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** Time for a browser to paint the part of a document that it has. */
const PAUSE_MS = 60;

/** Forwards requests to a shop, whose documents arrive in parts, cut behind each of `marks`, with pauses in which the browser paints. */
export async function startSlowDocuments(shopUrl: string, marks: readonly string[]): Promise<LoopbackServer> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url } = incoming;
    const isDocument = incoming.headers['sec-fetch-dest'] === 'document';
    const { 'accept-encoding': _, ...plain } = incoming.headers;
    const forwarded = request(`${shopUrl}${url}`, { method, headers: isDocument ? plain : incoming.headers, agent: false });
    forwarded.once('error', () => outgoing.destroy());
    forwarded.once('response', async (answer) => {
      if (!isDocument) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const { 'content-length': __, ...headers } = answer.headers;
      let rest = await text(answer);
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      for (const mark of marks) {
        const end = rest.indexOf(mark) + mark.length;
        if (end < mark.length) continue;
        outgoing.write(rest.slice(0, end));
        rest = rest.slice(end);
        await delay(PAUSE_MS);
      }
      outgoing.end(rest);
    });
    incoming.pipe(forwarded);
  });
  return listenOnLoopback(server);
}
