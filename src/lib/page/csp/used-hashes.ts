import { prefetchingRules } from '#lib/rules/routes/speculation.ts';
import { hashForCsp } from './page-sources.ts';

/**
 * Scripts and styles with their attributes and text, and every other tag: the text of an attribute may look like a script. Text and JSON
 * in a page have no `<`.
 */
const elements =
  /<(script|style)\b([^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*)>([\s\S]*?)<\/\1>|<!--[\s\S]*?-->|<[a-z/!][^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/gi;

/** Scripts that need no hash: those with an address, and data such as JSON-LD. */
const withoutHash = /\bsrc=|\btype="application\//;

/** The sources of one directive that are hashes. */
const hashSource = /'sha256-[A-Za-z0-9+/=]+'/g;

/** The rules for prefetching, which a script adds to the page later. */
const added = `'${hashForCsp(prefetchingRules)}'`;

/**
 * Removes from a policy the hashes of scripts and styles that the page neither contains nor adds. Adds none: an injected script, which the policy
 * does not allow, stays blocked.
 */
export function keepUsedHashes(policy: string, html: string): string {
  const used = new Set([added]);
  for (const [, name, attributes = '', text = ''] of html.matchAll(elements))
    if (name && text && !withoutHash.test(attributes)) used.add(`'${hashForCsp(text)}'`);
  return policy
    .replace(hashSource, (hash) => (used.has(hash) ? hash : ''))
    .replace(/ {2,}/g, ' ')
    .replace(/ ;/g, ';');
}
