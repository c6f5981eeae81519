import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island when the shopper heads for it. */
    'client:intent'?: boolean;
  }
}
