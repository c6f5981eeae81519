import type { APIContext } from 'astro';
import type { CaptchaWidget } from '#lib/contract/calls/define-call.ts';

type Policy = NonNullable<APIContext['csp']>;

/** Adds origins whose scripts a page loads to those of the site itself. */
function allowScripts(csp: Policy, origins: readonly string[]): void {
  for (const origin of ["'self'", ...origins]) csp.insertScriptResource(origin);
}

function allowStyles(csp: Policy, origins: readonly string[]): void {
  for (const origin of ["'self'", ...origins]) csp.insertStyleResource(origin);
}

/** Sources that hCaptcha's documentation requires; Turnstile loads everything from its script's origin. */
const hcaptchaSources = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Adds the script and frame sources of the configured CAPTCHA provider to the page's policy. */
export function allowCaptcha(csp: Policy, { provider, script }: CaptchaWidget): void {
  if (!URL.canParse(script)) return;
  const { origin, hostname } = new URL(script);
  const sources = provider === 'hcaptcha' && hostname.endsWith('.hcaptcha.com') ? hcaptchaSources : [origin];
  allowScripts(csp, sources);
  csp.insertDirective(`frame-src ${sources.join(' ')}`);
  if (provider === 'turnstile') return;
  csp.insertDirective(`connect-src 'self' ${sources.join(' ')}`);
  allowStyles(csp, sources);
}

/** Adds the origins of the components of `shop.config.ts` to the page's policy. */
export function allowComponents(csp: Policy, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const sources = origins.join(' ');
  allowScripts(csp, origins);
  allowStyles(csp, origins);
  csp.insertDirective(`connect-src 'self' ${sources}`);
  csp.insertDirective(`frame-src ${sources}`);
  csp.insertDirective(`img-src ${sources}`);
}

/** Whether a store's origin is a valid source of a policy. Its host may begin with `*.`. */
const isPolicySource = (origin: string): boolean => /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d+)?$/.test(origin);

/**
 * Lets the payment provider's checkout run on a page: its hosts for scripts, frames, requests, pictures and forms, the inline styles of
 * its window, and windows of banks that report back to it.
 */
export function allowPayment(
  { csp, response }: Pick<APIContext, 'csp'> & { response: ResponseInit & { headers: Headers } },
  origins: readonly string[],
): void {
  response.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  if (!csp) return;
  const sources = origins.filter(isPolicySource);
  allowScripts(csp, sources);
  csp.insertStyleResource({ resource: "'unsafe-inline'", kind: 'attribute' });
  csp.insertStyleResource({ resource: "'self'", kind: 'element' });
  csp.insertStyleResource({ resource: "'unsafe-inline'", kind: 'element' });
  csp.insertDirective(`frame-src ${sources.join(' ')}`);
  csp.insertDirective(`connect-src 'self' ${sources.join(' ')}`);
  csp.insertDirective(`img-src ${sources.join(' ')}`);
  csp.insertDirective(`form-action 'self' ${sources.join(' ')}`);
}
