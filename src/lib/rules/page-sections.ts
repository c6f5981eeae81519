/** A part of a page's text: Markdown, or a section of `shop.config.ts` with its settings as they are written. */
export type PagePart = { markdown: string } | { section: string; settings: string };

/** A fenced block such as "```section picture-feed", JSON, "```". */
const sectionBlock = /^```section[ \t]+([\w-]+)[ \t]*\r?\n([\s\S]*?)^```[ \t]*$/gm;

/** Splits the Markdown of a page at its sections. */
export function splitSections(text: string): PagePart[] {
  const parts: PagePart[] = [];
  let end = 0;
  for (const { index, 0: block, 1: section = '', 2: settings = '' } of text.matchAll(sectionBlock)) {
    parts.push({ markdown: text.slice(end, index) }, { section, settings });
    end = index + block.length;
  }
  parts.push({ markdown: text.slice(end) });
  return parts.filter((part) => 'section' in part || part.markdown.trim() !== '');
}
