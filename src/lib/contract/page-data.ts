/**
 * How the host learns whether a page that it has is still right without having it rendered. The pages name the store's replies that a
 * page was rendered from in `PAGE_DATA`. The host sends that name back in `KNOWN_PAGE_DATA`, and is answered 304 when the store would
 * reply the same again. Both stay inside the server.
 */
export const PAGE_DATA_HEADER = 'x-page-data';
export const KNOWN_PAGE_DATA_HEADER = 'x-known-page-data';

/** Named instead where a reply was missing, so that the page is incomplete and must not be kept. */
export const INCOMPLETE_PAGE_DATA = 'incomplete';
