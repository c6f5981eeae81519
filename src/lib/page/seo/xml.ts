import type { APIContext } from 'astro';
import { escapeXml } from '#lib/rules/text.ts';

export const renderXmlElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const xmlResponse = (document: string): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  });

/** Responds with an XML document; redirects to the 404 page if it is undefined. */
export async function respondWithXml(
  { redirect }: Pick<APIContext, 'redirect'>,
  render: () => Promise<string | undefined>,
): Promise<Response> {
  const document = await render();
  return document === undefined ? redirect('/404', 302) : xmlResponse(document);
}
