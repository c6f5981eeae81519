/** Sanitises a link from the store's settings: a path, or a web, mail or phone URL; undefined for anything else. */
export function sanitiseLink(link: string | undefined): string | undefined {
  const text = link?.trim() ?? '';
  const safe = /^(\/(?![/\\])|[#?]|https?:\/\/|mailto:|tel:)/i.test(text);
  return safe ? text : undefined;
}
