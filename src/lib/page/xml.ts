/** Text as it may stand in XML; characters that XML does not know are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');

/** An element with text. */
export const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

/** A document as an answer. */
export const xmlResponse = (document: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });
