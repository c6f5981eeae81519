import { readConfiguration } from '#api/environment/configuration.ts';
import { findConfigFile } from '#api/extend/find-config-file.mjs';
import { describeTextProblem, readShopConfig } from '#api/extend/load-shop-config.ts';
import { findUnknownTexts } from '#api/extend/shop-texts.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';

/** Loads the configuration as the shop does, and says what it has. Throws `ShopConfigError` or `ConfigurationError`. */
export async function checkConfig(flags: OutputOptions): Promise<void> {
  const { env } = commandContext();
  const file = findConfigFile(env);
  if (file === undefined) throw new CommandFailed('There is no shop.config.ts. Write one with npm run store -- config init');
  const config = await readShopConfig(env);
  readConfiguration(env, config);
  const [unknown] = findUnknownTexts(config);
  if (unknown) throw new CommandFailed(describeTextProblem(file, unknown));
  const parts = Object.keys(config);
  print({ success: true, file, parts }, flags, () =>
    green(`${file} can be used. It has ${parts.length > 0 ? parts.join(', ') : 'nothing yet'}.`),
  );
}
