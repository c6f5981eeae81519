import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** An event as a provider receives it. */
export interface ReportedEvent {
  provider: 'ga4' | 'meta' | 'plausible';
  name: string;
  /** When the browser sent it, in milliseconds since 1970. */
  at: number;
  data: Record<string, unknown>;
}

/** A local server with the interfaces of Google Analytics, Meta Pixel and Plausible. */
export interface AnalyticsProviders {
  url: string;
  /** Settings of a shop that reports to all of them. */
  settings: Record<string, string>;
  /** Paths of all requests. */
  requests: string[];
  /** All events in the order in which the browsers sent them. */
  events: () => ReportedEvent[];
  /** What happens to scripts and events from now on. */
  answer: (how: 'well' | 'never' | 'by closing') => void;
  clear: () => void;
  close: () => Promise<void>;
}

/** gtag.js with its documented interface: takes the commands of the data layer, and says nothing while `ga-disable-…` is set. */
const gtagScript = `
{
  const origin = new URL(document.currentScript.src).origin;
  const page = {};
  const accounts = [];
  const run = (command) => {
    if (Object.prototype.toString.call(command) !== '[object Arguments]') throw new Error('gtag takes no array');
    const [name, first, second] = command;
    if (name === 'set') Object.assign(page, first);
    if (name === 'config') {
      accounts.push(first);
      document.cookie = '_ga=GA1.1.1;path=/;max-age=1000';
      document.cookie = '_ga_' + first.slice(2) + '=GS1.1.1;path=/;max-age=1000';
      if (second?.send_page_view !== false) run(Object.assign((function () { return arguments })('event', 'page_view', {})));
    }
    if (name !== 'event') return;
    for (const tid of accounts)
      if (!window['ga-disable-' + tid])
        navigator.sendBeacon(origin + '/g/collect', JSON.stringify({ name: first, at: performance.timeOrigin + performance.now(), data: { tid, ...page, ...second } }));
  };
  dataLayer.forEach(run);
  dataLayer.push = (...commands) => commands.forEach(run);
}
`;

/** fbevents.js with its documented interface: takes over `fbq`, and keeps what comes after consent is revoked. */
const pixelScript = `
{
  const origin = new URL(document.currentScript.src).origin;
  const pixels = [];
  let isRevoked = false;
  fbq.callMethod = (name, ...rest) => {
    if (name === 'init') {
      pixels.push(rest[0]);
      document.cookie = '_fbp=fb.1.1;path=/;max-age=1000';
    }
    if (name === 'consent') isRevoked = rest[0] === 'revoke';
    if (name !== 'track' || isRevoked) return;
    const [event, content = {}, options = {}] = rest;
    for (const id of pixels)
      new Image().src = origin + '/tr/?event=' + encodeURIComponent(JSON.stringify({ name: event, at: performance.timeOrigin + performance.now(), data: { id, ...content, ...options } }));
  };
  for (const command of fbq.queue) fbq.callMethod(...command);
}
`;

const scripts: Record<string, string> = { '/gtag/js': gtagScript, '/en_US/fbevents.js': pixelScript };

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

export async function openAnalyticsProviders(): Promise<AnalyticsProviders> {
  const received: ReportedEvent[] = [];
  const requests: string[] = [];
  const unanswered = new Set<Socket>();
  let how: Parameters<AnalyticsProviders['answer']>[0] = 'well';
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider');
    requests.push(pathname);
    if (how === 'by closing') return void request.socket.destroy();
    if (how === 'never') return void unanswered.add(request.socket);
    const body = await readBody(request);
    if (pathname === '/g/collect') received.push({ provider: 'ga4', ...JSON.parse(body) });
    if (pathname === '/tr/') received.push({ provider: 'meta', ...JSON.parse(searchParams.get('event') ?? '') });
    if (pathname === '/api/event') {
      const { name, ...data } = JSON.parse(body);
      received.push({ provider: 'plausible', name, at: received.length, data });
    }
    const script = scripts[pathname];
    const headers = script ? { 'content-type': 'text/javascript' } : { 'access-control-allow-origin': '*' };
    response.writeHead(script ? 200 : 204, headers).end(script);
  });
  const { url, stop } = await listenOnLoopback(server);
  return {
    url,
    settings: {
      ANALYTICS_GA4: 'G-TEST12345',
      ANALYTICS_GA4_URL: url,
      ANALYTICS_META_PIXEL: '123456789012345',
      ANALYTICS_META_PIXEL_URL: url,
      ANALYTICS_PLAUSIBLE: 'shop.example',
      ANALYTICS_PLAUSIBLE_URL: url,
    },
    requests,
    events: () => received.toSorted((a, b) => a.at - b.at),
    answer: (next) => {
      how = next;
      // A browser has few connections to a host: later requests would wait for these.
      for (const socket of unanswered) socket.destroy();
      unanswered.clear();
    },
    clear: () => {
      received.length = 0;
      requests.length = 0;
    },
    close: stop,
  };
}
