/** The address of a link that a store's settings name: a place in the shop, on the web, a mail or a call; anything else is no link. */
export function sanitiseLink(address: string | undefined): string | undefined {
  const text = address?.trim() ?? '';
  const safe = /^(\/(?![/\\])|[#?]|https?:\/\/|mailto:|tel:)/i.test(text);
  return safe ? text : undefined;
}
