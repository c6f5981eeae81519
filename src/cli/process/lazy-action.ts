import { useShopTexts } from '#api/extend/use-shop-texts.ts';
import { commandContext } from './command-context.ts';

/** Imports a command's action when the command runs, so that help and other commands do not load it. Its sentences are in the shop's words. */
export const lazyAction =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> => {
    const { env, ownsProcess } = commandContext();
    if (ownsProcess) await useShopTexts(env);
    await (await load())(...args);
  };
