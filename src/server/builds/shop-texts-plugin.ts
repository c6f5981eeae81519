import { join } from 'node:path';
import { tryShopConfig } from '#api/extend/load-shop-config.ts';
import { replaceTexts } from '#api/extend/replace-texts.ts';
import { toReplacements } from '#api/extend/shop-texts.ts';
import { projectFolder } from './build-folder.ts';

/**
 * A plugin of Vite and Rolldown that puts the words of the shop of `env` into the sources, before components are compiled. A configuration that cannot be
 * used counts as none: who started the build has reported it.
 */
export async function shopTexts(env: NodeJS.ProcessEnv) {
  const texts = toReplacements((await tryShopConfig(env)).shopConfig);
  const sources = join(projectFolder, 'src/');
  return {
    name: 'haat:shop-texts',
    transform: {
      order: 'pre' as const,
      // Without a query: parts of a component are made from what this has returned.
      filter: { id: /\.(?:tsx?|astro)$/, code: /\bt(?:Parts)?\(/ },
      handler: (code: string, id: string) =>
        id.startsWith(sources) ? { code: replaceTexts(code, texts), map: null } : undefined,
    },
  };
}
