import { isLoopbackHost } from '#api/loopback.ts';

/** Values of NODE_ENV; all but the first are alike. */
const nodeEnvironments = ['production', 'development', 'test'];

/**
 * Demo mode shows codes instead of sending them. It is on with DEMO_MODE=1, and by default (`localDemo`) while only this machine can
 * reach the shop; never together with a real provider.
 */
export function readDemoMode(env: NodeJS.ProcessEnv, host: string, providers: readonly string[], problems: string[]) {
  const value = env['DEMO_MODE'] || undefined;
  if (value && value !== '0' && value !== '1')
    problems.push(`DEMO_MODE must be 1 to show one-time codes to every visitor, 0 never to, or unset, not "${value}"`);
  const isExplicit = env['DEMO_MODE'] === '1';
  if (isExplicit && providers.length > 0) {
    const settings = providers.join(' and ');
    problems.push(
      `DEMO_MODE=1 shows one-time codes to everyone and cannot be used with a real provider. Unset DEMO_MODE or ${settings}.`,
    );
  }
  const off = { demoMode: false, localDemo: false, demoLinkToken: undefined };
  if (providers.length > 0 || value === '0') return off;
  const isPublic = env['NODE_ENV'] === 'production' || env['PUBLIC_SITE_URL'] || env['TRUST_PROXY'] === '1';
  const localDemo = !isExplicit && !isPublic && isLoopbackHost(host);
  return {
    demoMode: isExplicit || localDemo,
    localDemo,
    demoLinkToken: localDemo ? env['DEMO_LINK_TOKEN'] || undefined : undefined,
  };
}

/** Accepts only 0 and 1: "true" or "yes" must not silently mean off. */
export function readTrustProxy(env: NodeJS.ProcessEnv, problems: string[]): boolean | undefined {
  const value = env['TRUST_PROXY'];
  if (!value) return undefined;
  if (value !== '0' && value !== '1')
    problems.push(`TRUST_PROXY must be 1 behind a reverse proxy that sets X-Forwarded-For, otherwise 0, not "${value}"`);
  return value === '1';
}

/** By default, a shop in production does not describe its API to strangers. */
export function readApiDocs(env: NodeJS.ProcessEnv, problems: string[]): boolean {
  const value = env['API_DOCS'];
  if (value && value !== '0' && value !== '1')
    problems.push(`API_DOCS must be 1 to describe the API at /api/docs, otherwise 0, not "${value}"`);
  return value ? value === '1' : env['NODE_ENV'] !== 'production';
}

/** By default, a webhook can lead to nothing inside the network of the shop. */
export function readPrivateWebhooks(env: NodeJS.ProcessEnv, problems: string[]): boolean {
  const value = env['WEBHOOKS_PRIVATE'];
  if (value && value !== '0' && value !== '1')
    problems.push(`WEBHOOKS_PRIVATE must be 1 to allow webhooks in private networks, otherwise 0, not "${value}"`);
  return value === '1';
}

/** Refuses unknown values: "prod" or "Production" must not silently mean a demo shop. */
export function checkNodeEnv(env: NodeJS.ProcessEnv, problems: string[]): void {
  const value = env['NODE_ENV'];
  if (value && !nodeEnvironments.includes(value))
    problems.push(
      `NODE_ENV must be production for a real shop, otherwise ${nodeEnvironments.slice(1).join(', ')} or unset, not "${value}"`,
    );
}
