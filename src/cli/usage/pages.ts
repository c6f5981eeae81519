import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store pages                    Lists the pages and whether they have a text
  store pages write ./pages      Writes faq.md, terms.md, privacy.md, returns.md and shipping.md, drafts where there is no text
  store pages read ./pages       Publishes the files that you have edited

The files are Markdown. A draft counts as missing until you have edited it, or deleted its first line. An empty file takes the page
away. Words such as {{legal_name}} are filled from the settings (store theme show); a line whose word has no value is left out.`;

export function pagesCommand(program: Command): void {
  const pages = program
    .command('pages')
    .description('Texts of FAQ, terms, privacy, returns and shipping, as Markdown files')
    .addHelpText('after', examples);
  pages
    .command('list', { isDefault: true })
    .description('List the pages')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/pages.ts')).listPages));
  pages
    .command('write')
    .description('Write the texts to files; files that exist are kept')
    .argument('<folder>', 'made if it does not exist')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/pages.ts')).writePages));
  pages
    .command('read')
    .description('Publish the texts of the files')
    .argument('<folder>', 'with the files that "store pages write" makes')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/pages.ts')).publishPages));
}
