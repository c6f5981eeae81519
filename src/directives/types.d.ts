import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates the island on interaction; with 'now', when the page loads. */
    'client:intent'?: boolean | 'now';
  }
}
