import intent from './hydrate-on-intent.ts';

/** Where islands find their directives. */
Object.assign(globalThis, { Astro: { intent } });
