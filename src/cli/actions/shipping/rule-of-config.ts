import { inspectConfiguration } from '#api/environment/configuration.ts';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import { commandContext } from '#cli/process/command.ts';
import { readCommandShopConfig } from '#cli/process/command-shop-config.ts';

/** The shipping rule that the shop uses; undefined without one. */
export async function readChosenRule(): Promise<ChosenRule | undefined> {
  const { env } = commandContext();
  const { shopConfig } = await readCommandShopConfig(env);
  return inspectConfiguration(env, shopConfig).configuration.shipping;
}

export const describeRule = (rule: string): string =>
  `The shipping rule ${rule} of shop.config.ts charges instead of the shop's zones and charges, which apply while it fails.`;
