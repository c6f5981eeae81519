import { prefetchingRules } from '#lib/page/speculation.ts';
import { hashForCsp } from './inline-hash.ts';

/**
 * Scripts and styles with their attributes and text, and every other tag: the text of an attribute may look like a script. Text and JSON
 * in a page have no `<`.
 */
const elements =
  /<(script|style)\b([^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*)>([\s\S]*?)<\/\1>|<!--[\s\S]*?-->|<[a-z/!][^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/gi;

/** Scripts that need no hash: those with an address, and data such as JSON-LD. */
const withoutHash = /\bsrc=|\btype="application\//;

/** Elements that need no hash, as the pages write them. */
const plainElement = /^<script (?:(?:type="module" )?src="[^"<>]*"|type="application\/(?:ld\+)?json"(?: id="[\w-]+")?)>$/;

/** The sources of one directive that are hashes. */
const hashSource = /'sha256-[A-Za-z0-9+/=]+'/g;

/** The hashes of a page's scripts and styles, found among all of its tags. */
function scanElements(html: string): Set<string> {
  const used = new Set<string>();
  for (const [, name, attributes = '', text = ''] of html.matchAll(elements))
    if (name && text && !withoutHash.test(attributes)) used.add(`'${hashForCsp(text)}'`);
  return used;
}

/**
 * Finds the same without a look at other tags, in a tenth of the time; text in an attribute counts as well if it equals code that is
 * allowed anyway. Undefined when something that looks like a script or style is
 * not allowed by the policy: it may be text in an attribute, and hide an element.
 */
function findAllowed(policy: string, html: string): Set<string> | undefined {
  const used = new Set<string>();
  for (const name of ['script', 'style']) {
    let end = 0;
    for (let at = html.indexOf(`<${name}`); at >= 0; at = html.indexOf(`<${name}`, end)) {
      const start = html.indexOf('>', at) + 1;
      end = html.indexOf(`</${name}>`, start);
      if (start === 0 || end < 0) return undefined;
      if (plainElement.test(html.slice(at, start))) continue;
      const hash = `'${hashForCsp(html.slice(start, end))}'`;
      if (!policy.includes(hash)) return undefined;
      used.add(hash);
    }
  }
  return used;
}

/** The rules for prefetching, which a script adds to the page later. */
const added = `'${hashForCsp(prefetchingRules)}'`;

/**
 * Removes from a policy the hashes of scripts and styles that the page neither contains nor adds. Adds none: an injected script, which the policy
 * does not allow, stays blocked.
 */
export function keepUsedHashes(policy: string, html: string): string {
  const used = (findAllowed(policy, html) ?? scanElements(html)).add(added);
  return policy
    .replace(hashSource, (hash) => (used.has(hash) ? hash : ''))
    .replace(/ {2,}/g, ' ')
    .replace(/ ;/g, ';');
}
