import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island when the shopper heads for it; 'now' with the page. */
    'client:intent'?: boolean | 'now';
  }
}
