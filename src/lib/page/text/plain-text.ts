const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' };

/** Content that browsers do not display. */
const hiddenContent = /<!--.*?-->|<(script|style|template|noscript|iframe|svg|math|title|textarea)\b.*?<\/\1\s*>/gis;

/** Last letter of a block without punctuation at its end. */
const unpunctuatedEnd =
  /([^\s.!?:;,…>।॥。！？؟۔])\s*<\/(?:p|li|h[1-6]|div|td|th|dd|dt|section|article|figcaption|summary|center)>/g;

/** Strips HTML to its text; ends each block with a full stop. */
export const stripHtml = (html: string): string =>
  html
    .replace(hiddenContent, ' ')
    .replace(unpunctuatedEnd, '$1. ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** Truncates to `limit` characters, between words where possible. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${/\s/.test(text[limit - 1] ?? '') ? cut.trimEnd() : cut.replace(/\s+\S*$/, '')}…`;
}
