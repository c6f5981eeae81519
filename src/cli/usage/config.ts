import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const configExamples = `
Examples:
  store config init
  store config check
  store config texts data/texts.hi.ts

shop.config.ts is in the data folder, or where SHOP_CONFIG points. docs/extend.md shows what it can have.`;

export function configCommand(program: Command): void {
  const config = program
    .command('config')
    .description('Extend the shop by shop.config.ts: payment providers and more')
    .addHelpText('after', configExamples);
  config
    .command('init')
    .description('Write an empty shop.config.ts, and a tsconfig.json that leads an editor to its types')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/config/init.ts')).initConfig));
  config
    .command('check')
    .description('Load shop.config.ts as the shop does, and say what is wrong with it')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/config/check.ts')).checkConfig));
  config
    .command('texts')
    .description(
      'Write every sentence of the shop into a file of words, and say which have none yet and which are no longer used',
    )
    .argument('[FILE]', 'a .ts or .json file, whose words are kept; printed without one')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/config/texts.ts')).writeTexts));
}
