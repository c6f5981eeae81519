import type { APIContext } from 'astro';

/** Text as it may stand in XML; characters that XML does not know are left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;');

/** An element with text. */
export const renderXmlElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const xmlResponse = (document: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });

/** Answers with a document that takes much reading to make; one that is undefined is not there. */
export async function respondWithXml(
  { redirect }: Pick<APIContext, 'redirect'>,
  make: () => Promise<string | undefined>,
): Promise<Response> {
  const document = await make();
  return document === undefined ? redirect('/404', 302) : xmlResponse(document);
}
