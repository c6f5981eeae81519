import type { Command } from 'commander';
import { write } from '#api/database/open.ts';
import { readSettings, saveSettings } from '#api/services/store/settings.ts';
import { formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore, withStoreOrCreate } from '#cli/store/open.ts';
import { changeSettings } from '#cli/store/settings.ts';
import type { StoreSettings } from '#lib/contract/store.ts';

const examples = `
Examples:
  store theme show
  store theme set buttonBackgroundColor=#1f4d3a bannerType=static
  store theme set store_name="Tana & Bana" logo=./wordmark.svg
  store theme set terms=@terms.md faq=@faq.json        Takes the text from a file
  store theme set headerBackgroundColor=               Goes back to the default`;

/** Settings in lines; long texts are cut to fit a terminal. */
function describe(settings: StoreSettings): string {
  const short = (value: unknown) => {
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
    return text.length > 90 ? `${text.slice(0, 89)}…` : text;
  };
  const rows = Object.entries(settings).map(([setting, value]) => ({ setting, value: short(value ?? '') }));
  return formatTable(rows, ['setting', 'value']);
}

async function show(flags: OutputOptions): Promise<void> {
  print(await withStore((db) => readSettings(db)), flags, describe);
}

async function set(assignments: string[], flags: OutputOptions): Promise<void> {
  const settings = await withStoreOrCreate(async (db, dataDir) => {
    const changed = await changeSettings(await readSettings(db), assignments, dataDir);
    await write(db, (tx) => saveSettings(tx, changed));
    return changed;
  });
  print(settings, flags, (value) => `${green('Saved.')}\n${describe(value)}`);
}

/** `store theme`: the store's name, logo, colours, font, layout and texts. */
export function themeCommand(program: Command): void {
  const theme = program.command('theme').description("The store's name, look and texts").addHelpText('after', examples);
  theme.command('show').description('Show every setting').option('--json', 'print as JSON').action(show);
  theme
    .command('set')
    .description('Change settings; an empty value goes back to the default')
    .argument('<settings...>', 'key=value; key=@file takes the value from a file')
    .option('--json', 'print the settings as JSON')
    .addHelpText('after', examples)
    .action(set);
}
