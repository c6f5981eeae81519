const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' };

/** What no reader would see. */
const unseen = /<!--.*?-->|<(script|style|template|noscript|iframe|svg|math|title|textarea)\b.*?<\/\1\s*>/gis;

/** The last letter of a block that ends without a mark. */
const unmarkedEnd = /([^\s.!?:;,…>])\s*<\/(?:p|li|h[1-6]|div|td|th|dd|dt)>/g;

/** The words of some HTML; what stood on lines of its own ends with a full stop. */
export const stripHtml = (html: string): string =>
  html
    .replace(unseen, ' ')
    .replace(unmarkedEnd, '$1. ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** At most `limit` characters, cut between words where there are any. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${/\s/.test(text[limit - 1] ?? '') ? cut.trimEnd() : cut.replace(/\s+\S*$/, '')}…`;
}
