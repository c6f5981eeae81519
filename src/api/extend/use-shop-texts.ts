import { registerHooks } from 'node:module';
import { findConfigFile } from './find-config-file.mjs';

const sources = new URL('../../', import.meta.url).href;

/**
 * Makes this process load the sources in the words of its shop. Modules that are loaded already keep theirs, so no module with a sentence may be. A
 * configuration that cannot be used counts as none: who uses it reports it.
 */
export async function useShopTexts(env: NodeJS.ProcessEnv): Promise<void> {
  if (findConfigFile(env) === undefined) return;
  const { tryShopConfig } = await import('./load-shop-config.ts');
  const { toReplacements } = await import('./shop-texts.ts');
  const { replaceTexts } = await import('./replace-texts.ts');
  const texts = toReplacements((await tryShopConfig(env)).shopConfig);
  if (texts.size === 0) return;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.startsWith(sources) || !loaded.source) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: replaceTexts(source, texts) };
    },
  });
}
