import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store demo
  DATA_DIR=./demo-data store demo
  store demo --force       Over a shop that is there already
  store demo end           Ends what the demo verified, before the shop sells`;

/** `store demo`: makes the demo shop; `store demo end`: ends what a demo verified. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('Make the demo shop: our own products, pictures, settings and home page')
    .option('--force', 'even over a shop that is there already: its settings and home page are replaced')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/demo.ts')).createDemo))
    .command('end')
    .description('End the demo: its sessions, codes, verifications, passwords and unsent messages are deleted')
    .option('--json', 'print what was ended as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/demo.ts')).endDemoNow));
}
