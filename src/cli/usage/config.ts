import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const configExamples = `
Examples:
  store config init
  store config check

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
}
