/**
 * Revalidation between the host and the page renderer; both headers stay inside the server. A rendered page names the store's replies
 * it was made from in `PAGE_DATA_HEADER`; the host sends that value back in `KNOWN_PAGE_DATA_HEADER` and gets a 304 if the replies are
 * unchanged.
 */
export const PAGE_DATA_HEADER = 'x-page-data';
export const KNOWN_PAGE_DATA_HEADER = 'x-known-page-data';

/** On the host's request for what a former address leads to: the answer is a redirect, or 404. It stays inside the server. */
export const REDIRECT_QUESTION_HEADER = 'x-redirect-question';

/** Value for a page that is incomplete because a reply was missing, so that it is not cached. */
export const INCOMPLETE_PAGE_DATA = 'incomplete';
