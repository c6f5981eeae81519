import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Registers the directive `client:intent`: islands that hydrate on interaction. */
export function intent(): AstroIntegration {
  return {
    name: 'haat:client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: fileURLToPath(new URL('./hydrate-on-intent.ts', import.meta.url)) });
      },
    },
  };
}
