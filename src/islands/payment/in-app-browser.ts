/**
 * Browsers inside other apps, and those that cannot show another site's window in a page. They go to the provider's own page, which sends
 * them back.
 */
const inApp = /\bFBA[NV]\b|\bFB_IAB\b|Instagram|\bLine\/|Snapchat|WhatsApp|; wv\)|\bUCBrowser\/|Opera Mini/;

/** Whether a browser with this user agent opens payments on the provider's own page. */
export const opensOwnPage = (userAgent: string): boolean => inApp.test(userAgent);
