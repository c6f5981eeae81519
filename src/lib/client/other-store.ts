/**
 * Whether the page is not known to be of this project's store API: the layout says so where the store info lacks `api`. Such a store takes
 * the calls of the specification only.
 */
export const isOtherStore = (): boolean => typeof document !== 'undefined' && 'otherStore' in document.documentElement.dataset;
