/** Letters of any script with their marks and joiners, and what names are written with beside them. */
const nameOnly = /^[\p{L}\p{M}\p{Join_Control} '’.,()-]+$/u;

/** A word that looks like a web address: two or more letters on both sides of a dot, such as "evil.example". */
const looksLikeDomain = /[\p{L}\p{M}]{2,}\.\p{L}{2,}/u;

/**
 * A name as a mail may greet it. Anybody can make the shop mail a stranger under a chosen name, so a name with a link, a handle, digits or
 * line breaks becomes "customer", and initials are set apart ("J.Kumar" → "J. Kumar") so that no mail reader makes a link of them.
 */
export function sanitiseMailName(...parts: string[]): string {
  const name = parts.join(' ').normalize('NFKC').trim();
  if (!nameOnly.test(name) || looksLikeDomain.test(name)) return 'customer';
  return name.replaceAll(/\.(?=\S)/g, '. ');
}

/** Text of a stranger on one line, such as a delivery address, that no mail reader makes a link of. */
export function stripLinks(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/+/giu, '')
    .replaceAll(/\bwww\./giu, '')
    .replaceAll('@', ' at ')
    .replaceAll(/\.(?=[^\s\d])/gu, '. ');
}
