import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Registers `client:intent`: islands that load when they are wanted. */
export function intent(): AstroIntegration {
  return {
    name: 'haat:client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: fileURLToPath(new URL('./client-intent.ts', import.meta.url)) });
      },
    },
  };
}
