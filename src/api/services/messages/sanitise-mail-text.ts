/** Letters of any script with their marks and joiners, and the punctuation of names. */
const nameOnly = /^[\p{L}\p{M}\p{Join_Control} '’.,()-]+$/u;

/** Two or more letters on both sides of a dot, such as "evil.example". */
const looksLikeDomain = /[\p{L}\p{M}]{2,}\.\p{L}{2,}/u;

/**
 * Sanitises a name for a mail's greeting, because visitors can make the store mail strangers under any name. A name with a link, handle,
 * digit or line break becomes "customer"; initials are spaced ("J.Kumar" → "J. Kumar") so that mail clients do not turn them into links.
 */
export function sanitiseMailName(...parts: string[]): string {
  const name = parts.join(' ').normalize('NFKC').trim();
  if (!nameOnly.test(name) || looksLikeDomain.test(name)) return 'customer';
  return name.replaceAll(/\.(?=\S)/g, '. ');
}

/** Reduces untrusted text, such as a delivery address, to one line that mail clients do not turn into links. */
export function stripLinks(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/+/giu, '')
    .replaceAll(/\bwww\./giu, '')
    .replaceAll('@', ' at ')
    .replaceAll(/\.(?=[^\s\d])/gu, '. ');
}
