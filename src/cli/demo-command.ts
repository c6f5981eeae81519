import type { Command } from 'commander';
import { isEmptyShop } from './empty-shop.ts';
import { CommandFailed } from './failure.ts';
import { describeImport } from './import-summary.ts';
import { type OutputOptions, print } from './output.ts';
import { withShopOrNew } from './shop.ts';

const examples = `
Examples:
  store demo
  DATA_DIR=./demo-data store demo
  store demo --force       Over a shop that is there already`;

async function run({ force, ...flags }: OutputOptions & { force?: boolean }): Promise<void> {
  // The drawing programs are many: only this command waits for them.
  const { createDemoShop } = await import('./demo.ts');
  const summary = await withShopOrNew(async (db, dataDir) => {
    if (!force && !(await isEmptyShop(db))) {
      throw new CommandFailed(
        `There is a shop in ${dataDir} already. --force puts the demo shop's products and settings over them.`,
      );
    }
    return createDemoShop(db, dataDir);
  });
  print(summary, flags, describeImport);
}

/** `store demo`: makes the demo shop. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('Make the demo shop: our own products, pictures, settings and home page')
    .option('--force', 'even over a shop that is there already: its settings and home page are replaced')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(run);
}
