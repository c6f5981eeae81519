import { createHash } from 'node:crypto';

const known = new Map<string, `sha256-${string}`>();

/** The content security policy hash of an inline script's or style's text; the text must reach the page unchanged. */
export function hashOf(text: string): `sha256-${string}` {
  const hash = known.get(text) ?? (`sha256-${createHash('sha256').update(text).digest('base64')}` as const);
  if (known.size < 100) known.set(text, hash);
  return hash;
}
