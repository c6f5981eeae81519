/** Astro components that scripts of a static site render in the browser (astro.config.mjs). */
declare module '*.astro' {
  const component: unknown;
  export default component;
}
