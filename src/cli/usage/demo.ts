import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store demo
  DATA_DIR=./demo-data store demo
  store demo --force       In an existing shop
  store demo end           Ends the demo before the shop sells`;

export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('Create the demo shop: products, pictures, settings and home page')
    .option('--force', 'also in an existing shop: replaces its settings and home page')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/demo.ts')).createDemo))
    .command('end')
    .description('End the demo: its sessions, codes, verifications, passwords and unsent messages are deleted')
    .option('--json', 'print what was ended as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/demo.ts')).endDemoNow));
}
