import intent from './client-intent.ts';

/** Where islands find their directives. */
Object.assign(globalThis, { Astro: { intent } });
