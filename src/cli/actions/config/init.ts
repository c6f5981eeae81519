import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findConfigFile, SHOP_CONFIG_NAME } from '#api/extend/find-config-file.mjs';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext, resolveDataDir } from '#cli/process/command.ts';

const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));

const configText = `import { defineShop } from 'haat/config';

// What this shop adds to Haat. Everything is optional; docs/extend.md of Haat shows each part with an example.
// It takes effect at the next start of the shop.
export default defineShop({});
`;

/** Settings that lead an editor to the types of `haat/config`, wherever the configuration is. */
function describeTypes(folder: string): string {
  const path = (name: string): string => join(relative(folder, projectFolder) || '.', name).replace(/^(?!\.)/, './');
  const settings = {
    extends: path('tsconfig.json'),
    compilerOptions: {
      paths: { 'haat/config': [path('src/api/extend/config.ts')], 'haat/extensions/*': [path('extensions/*/index.ts')] },
      typeRoots: [path('node_modules/@types')],
    },
    include: [SHOP_CONFIG_NAME],
    exclude: [],
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** Writes an empty configuration and the settings of an editor; replaces no file. */
export async function initConfig(flags: OutputOptions): Promise<void> {
  const file = findConfigFile(commandContext().env) ?? resolve(resolveDataDir(), SHOP_CONFIG_NAME);
  if (existsSync(file)) throw new CommandFailed(`${file} is there already`);
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const types = join(folder, 'tsconfig.json');
  const files = [file, ...(existsSync(types) ? [] : [types])];
  for (const path of files) writeFileSync(path, path === file ? configText : describeTypes(folder), { flag: 'wx' });
  print({ success: true, files }, flags, () =>
    [...files.map((path) => green(`Written: ${path}`)), 'docs/extend.md shows what it can have.'].join('\n'),
  );
}
