import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { ShopConfig } from '#api/extend/shop-config.ts';
import { parseHighest } from '#api/services/shipping/guard-rule.ts';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import { readProviderValues } from './provider-values.ts';

/** Reads the settings of the shop's shipping rule; undefined without one, or while its first setting has no value. Adds to `problems`. */
export function readShipping(env: NodeJS.ProcessEnv, problems: string[], { shipping: rule }: ShopConfig): ChosenRule | undefined {
  const { settings } = rule ?? {};
  if (!rule || (settings && !env[settings[0].name])) return undefined;
  const found: string[] = [];
  const values = settings ? readProviderValues({ settings }, env, found) : {};
  problems.push(...found);
  if (found.length > 0) return undefined;
  try {
    return { rule, values, highest: parseHighest(rule.highest(values)) };
  } catch (error) {
    problems.push(`The shipping rule ${rule.name} does not say its highest charges in whole paise: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Says that the rule of `shop.config.ts` is not used because its first setting has no value. */
export const findUnusedRule = (env: NodeJS.ProcessEnv, { shipping: rule }: ShopConfig): string[] =>
  rule?.settings && !env[rule.settings[0].name]
    ? [
        `The shipping rule ${rule.name} of shop.config.ts is not used without ${rule.settings[0].name}: set it, or take the rule out`,
      ]
    : [];
