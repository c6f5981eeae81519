import { createServer } from 'node:http';
import type { CaptchaSettings } from '#api/services/limits/captcha-verification.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

/** A fake CAPTCHA provider with its script at /api.js and its verification at /siteverify, as documented. */
export interface CaptchaProvider {
  settings: CaptchaSettings;
  url: string;
  /** The form fields of each verification. */
  asked: Record<string, string>[];
  /** The behaviour of its next answers. */
  mood: 'well' | 'broken' | 'silent' | 'strange';
  /** Whether its script can be loaded. */
  hasScript: boolean;
  close: () => Promise<void>;
}

export const siteKey = 'site-key';
const secret = 'captcha-secret';

/** Tokens with this prefix are valid once. */
export const RIGHT = 'solved-';

/** The script: renders a button as the puzzle, and passes on a token when it is pressed. */
const script = (provider: string) => `
const name = new URL(document.currentScript.src).searchParams.get('onload');
let solved = 0;
window.${provider} = {
  render(place, options) {
    const frame = document.createElement('button');
    frame.type = 'button';
    frame.textContent = 'I am a person (' + options.sitekey + ')';
    frame.addEventListener('click', () => options.callback('${RIGHT}' + Date.now() + '-' + ++solved));
    place.append(frame);
    return 'widget';
  },
  reset() {},
};
window[name]();
`;

export async function openCaptchaProvider(provider: CaptchaSettings['provider'] = 'turnstile'): Promise<CaptchaProvider> {
  const used = new Set<string>();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://captcha.test');
    if (pathname === '/api.js') {
      if (!captcha.hasScript) return response.writeHead(503).end();
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(provider));
    }
    if (pathname !== '/siteverify' || request.method !== 'POST') return response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    captcha.asked.push(fields);
    if (captcha.mood === 'silent') return;
    if (captcha.mood === 'broken') return response.writeHead(500).end('oops');
    const token = fields['response'] ?? '';
    const errors = [
      ...(fields['secret'] === secret ? [] : ['invalid-input-secret']),
      ...(token.startsWith(RIGHT) ? [] : ['invalid-input-response']),
      ...(used.has(token) ? ['timeout-or-duplicate'] : []),
    ];
    used.add(token);
    const answer = captcha.mood === 'strange' ? { ok: 1 } : { success: errors.length === 0, 'error-codes': errors };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const { url, stop } = await listenOnLoopback(server);
  const captcha: CaptchaProvider = {
    url,
    settings: { provider, siteKey, secret, url },
    asked: [],
    mood: 'well',
    hasScript: true,
    close: stop,
  };
  return captcha;
}
