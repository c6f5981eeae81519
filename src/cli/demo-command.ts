import type { Command } from 'commander';
import { type EndedDemo, endDemo } from '#api/services/demo/period.ts';
import { loadDemoPackage } from './demo-store.ts';
import { isEmptyShop } from './empty-shop.ts';
import { CommandFailed } from './failure.ts';
import { describeImport } from './import-summary.ts';
import { counted, type OutputOptions, print } from './output.ts';
import { withShop, withShopOrNew } from './shop.ts';

const examples = `
Examples:
  store demo
  DATA_DIR=./demo-data store demo
  store demo --force       Over a shop that is there already
  store demo end           Ends what the demo verified, before the shop sells`;

async function run({ force, ...flags }: OutputOptions & { force?: boolean }): Promise<void> {
  // Fails before a database is made when the demo shop is not installed.
  await loadDemoPackage();
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

function describeEnd({ ended }: { ended: EndedDemo | null }): string {
  if (!ended) return 'This shop is no demo: nothing was changed.';
  const { began_at, customers, sessions, messages } = ended;
  return [
    `The demo that began on ${began_at.slice(0, 10)} has ended.`,
    `Deleted: verifications and passwords of ${counted(customers, 'customer')}, ${counted(sessions, 'session')}, ${counted(messages, 'unsent message')}.`,
    'Orders and products are as they were. Start the shop without DEMO_MODE from now on.',
  ].join('\n');
}

async function end(flags: OutputOptions): Promise<void> {
  const ended = await withShop((db) => endDemo(db));
  print({ ended: ended ?? null }, flags, describeEnd);
}

/** `store demo`: makes the demo shop; `store demo end`: ends what a demo verified. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('Make the demo shop: our own products, pictures, settings and home page')
    .option('--force', 'even over a shop that is there already: its settings and home page are replaced')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(run)
    .command('end')
    .description('End the demo: its sessions, codes, verifications, passwords and unsent messages are deleted')
    .option('--json', 'print what was ended as JSON')
    .action((_, command: Command) => end(command.optsWithGlobals()));
}
