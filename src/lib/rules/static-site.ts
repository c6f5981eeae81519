/** Set by the build (astro.config.mjs); undefined in code that is not built. */
declare const STATIC_SITE: boolean | undefined;

/** Whether this is the build of a static site: files that any web server sends, with the store API on another origin. */
export const isStaticSite: boolean = typeof STATIC_SITE !== 'undefined' && STATIC_SITE;
