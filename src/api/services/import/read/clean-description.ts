import sanitizeHtml from 'sanitize-html';
import { descriptionHtml, otherBlocks } from '#lib/rules/allowed-description-html.ts';
import { repairText } from './text-repair.ts';

function hasTags(text: string): boolean {
  const tag = text.search(/<\/?[a-z]/i);
  return tag >= 0 && text.includes('>', tag);
}

/** Converts plain text to paragraphs: blank lines separate them, single line breaks become `<br>`. */
export const toParagraphs = (text: string): string =>
  text
    .split(/(?:\r?\n\s*){2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`)
    .join('\n');

/** Names before `descriptionHtml` changes them. */
const removable: ReadonlySet<string> = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', ...otherBlocks]);

/** Removes blocks without text, and then those that contained nothing else. */
const withoutEmptyBlocks: sanitizeHtml.IOptions = {
  ...descriptionHtml,
  exclusiveFilter: ({ tag, text }) => removable.has(tag) && text.trim() === '',
};

/** Repairs and sanitises a description with the allow-list of `descriptionHtml`. Plain text becomes paragraphs; empty elements are removed. */
export function cleanDescription(html: string): string {
  const text = repairText(html).trim();
  const sanitised = sanitizeHtml(hasTags(text) ? text : toParagraphs(text), withoutEmptyBlocks);
  // When no tag is left, converts to paragraphs now, so that cleaning twice gives the same result.
  const clean = hasTags(sanitised) ? sanitised : sanitizeHtml(toParagraphs(sanitised), withoutEmptyBlocks);
  return clean.trim();
}

/** What product pages do not show of descriptions. */
export interface DroppedContent {
  links: number;
  pictures: number;
  films: number;
}

const count = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0;

/** Counts the links, pictures and films that a description loses. */
export const countDropped = (html: string): DroppedContent => ({
  links: count(html, /<a\s[^<>]*\bhref/gi),
  pictures: count(html, /<img\b/gi),
  films: count(html, /<(?:iframe|video|object|embed)\b/gi),
});
