import { createHash } from 'node:crypto';
import type { APIContext } from 'astro';
import type { CaptchaWidget } from '#lib/contract/call.ts';

const known = new Map<string, `sha256-${string}`>();

/** The content security policy hash of an inline script's or style's text; the text must reach the page unchanged. */
export function hashForCsp(text: string): `sha256-${string}` {
  const hash = known.get(text) ?? (`sha256-${createHash('sha256').update(text).digest('base64')}` as const);
  if (known.size < 100) known.set(text, hash);
  return hash;
}

/** Where the parts of hCaptcha come from, as its documentation says; Turnstile's all come from where its script does. */
const hcaptchaSources = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Allows a page the script and the frames of the shop's CAPTCHA provider, and nobody else's. */
export function allowCaptcha(csp: NonNullable<APIContext['csp']>, { provider, script }: CaptchaWidget): void {
  if (!URL.canParse(script)) return;
  const { origin, hostname } = new URL(script);
  const sources = provider === 'hcaptcha' && hostname.endsWith('.hcaptcha.com') ? hcaptchaSources : [origin];
  csp.insertScriptResource("'self'");
  for (const source of sources) csp.insertScriptResource(source);
  csp.insertDirective(`frame-src ${sources.join(' ')}`);
  if (provider === 'turnstile') return;
  csp.insertDirective(`connect-src 'self' ${sources.join(' ')}`);
  csp.insertStyleResource("'self'");
  for (const source of sources) csp.insertStyleResource(source);
}
