/** Islands and their directive, as the inline scripts define them that Astro writes into pages. The directive must be there first. */
import './define-intent.ts';
import 'astro/runtime/server/astro-island.js';
