const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' };

/** Elements whose content browsers do not display. */
const hiddenElements = /^(?:script|style|template|noscript|iframe|svg|math|title|textarea)$/i;

/** Elements whose text is a sentence of its own. */
const blockElements = /^(?:p|li|h[1-6]|div|td|th|dd|dt|section|article|figcaption|summary|center)$/i;

/** The end of a sentence or its part, in Indian, Arabic and East Asian scripts too. */
const punctuatedEnd = /[.!?:;,…।॥。！？؟۔]$/;

/** HTML beyond this is not read, in UTF-16 units: search engines and feeds take at most 5,000 characters of text. */
const MAX_HTML_LENGTH = 20_000;

/** Where the content of a hidden element ends, after its end tag; at the end of the HTML if it has none, as in browsers. */
function findHiddenEnd(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}\\s*>`, 'gi');
  endTag.lastIndex = from;
  return endTag.test(html) ? endTag.lastIndex : html.length;
}

/** The texts between the tags of HTML, found in one pass; each block's last text ends with punctuation. */
function readTexts(html: string): string[] {
  const texts: string[] = [];
  const add = (text: string): void => void (text.trim() && texts.push(text.trim()));
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const close = open < 0 ? -1 : html.indexOf('>', open);
    // A "<" without an end is a sign in the text.
    if (close < 0) {
      add(html.slice(at));
      break;
    }
    add(html.slice(at, open));
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z\d]*)/i.exec(html.slice(open, open + 12)) ?? [];
    const last = texts.at(-1);
    at = close + 1;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      at = end < 0 ? html.length : end + 3;
    } else if (slash && blockElements.test(name) && last && !punctuatedEnd.test(last)) texts[texts.length - 1] = `${last}.`;
    else if (!slash && hiddenElements.test(name) && html[close - 1] !== '/') at = findHiddenEnd(html, name, at);
  }
  return texts;
}

/** Cuts HTML to what is read of it, not within a tag. */
function cutHtml(html: string): string {
  if (html.length <= MAX_HTML_LENGTH) return html;
  const cut = html.slice(0, MAX_HTML_LENGTH);
  const open = cut.lastIndexOf('<');
  return open > cut.lastIndexOf('>') ? cut.slice(0, open) : cut;
}

/** Strips HTML to its text; ends each block with a full stop. Takes time in proportion to the length. */
export const stripHtml = (html: string): string =>
  readTexts(cutHtml(html))
    .join(' ')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

/** Truncates to `limit` characters, between words where possible. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${/\s/.test(text[limit - 1] ?? '') ? cut.trimEnd() : cut.replace(/\s+\S*$/, '')}…`;
}
