import { readShopConfig, ShopConfigError } from '#api/extend/load-shop-config.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';

/** The configuration of the shop; an empty one, and why, when it cannot be used. */
export async function readCommandShopConfig(env: NodeJS.ProcessEnv): Promise<{ shopConfig: ShopConfig; problem?: string }> {
  try {
    return { shopConfig: await readShopConfig(env) };
  } catch (error) {
    if (!(error instanceof ShopConfigError)) throw error;
    return { shopConfig: {}, problem: error.message };
  }
}
