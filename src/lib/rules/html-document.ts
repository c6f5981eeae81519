import { LANGUAGE } from '#lib/contract/text/language.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** A document that is written without a template. */
export interface HtmlDocument {
  /** Text; the rest is HTML. */
  title: string;
  /** Elements of the head, beside the character set, the viewport and the title. */
  head: string;
  body: string;
  /** Attributes of the body, such as ` class="dense"`. */
  bodyAttributes?: string | undefined;
  /** The language of its texts; that of the shop by default. */
  language?: string;
}

/** For the head of a page that search engines must not list. */
export const noIndex = '<meta name="robots" content="noindex">';

/** Leads the browser on to another address at once. */
export const redirectMeta = (url: string): string => `<meta http-equiv="refresh" content="0;url=${escapeHtml(url)}">`;

/** Renders a document outside the shop's layout: printable documents, mails and pages that redirect. */
export const renderHtml = ({
  title,
  head,
  body,
  bodyAttributes = '',
  language = LANGUAGE,
}: HtmlDocument): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}
<title>${escapeHtml(title)}</title>
</head>
<body${bodyAttributes}>
${body}
</body>
</html>
`;
