import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store theme show
  store theme set buttonBackgroundColor=#1f4d3a bannerType=static
  store theme set store_name="Tana & Bana" logo=./wordmark.svg
  store theme set tagline="Handloom from Mysuru" announcement="Diwali offers until 8 November"
  store theme set search_terms="Kurtas, Silk stoles" picture_ratio=4:5
  store theme set terms=@terms.md faq=@faq.json        Reads the text from a file
  store theme set headerBackgroundColor=               Resets to the default`;

export function themeCommand(program: Command): void {
  const theme = program.command('theme').description("The store's name, look and texts").addHelpText('after', examples);
  theme
    .command('show')
    .description('Show every setting with its default')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/theme.ts')).showTheme));
  theme
    .command('set')
    .description('Change settings; an empty value resets to the default')
    .argument('<settings...>', 'key=value; key=@file reads the value from a file')
    .option('--json', 'print the settings as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/theme.ts')).changeTheme));
}
