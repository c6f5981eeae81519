/**
 * Placeholder for the shop's public URL in queued mails. The server that sends a mail knows the address; the owner's commands, which queue
 * mails too, may not.
 */
export const SITE_URL = 'https://shop.invalid';

/** Puts the shop's public address, without a trailing slash, into a queued text. */
export const fillSiteUrl = (text: string, siteUrl: string): string => text.replaceAll(SITE_URL, siteUrl);
