import { createHash } from 'node:crypto';

const known = new Map<string, `sha256-${string}`>();

/** Returns the CSP hash of an inline script or style; the text must reach the page unchanged. */
export function hashForCsp(text: string): `sha256-${string}` {
  const existing = known.get(text);
  if (existing) return existing;
  const bytes = Buffer.from(text);
  const hash = `sha256-${createHash('sha256').update(bytes).digest('base64')}` as const;
  // A copy: the text may be a slice of a page, which would stay in memory with it.
  if (known.size < 100) known.set(bytes.toString(), hash);
  return hash;
}
