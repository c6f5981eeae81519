import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const redirectsNotes = `
Addresses of your former shop that lead to pages of this one. Upper case, slashes at the end and percent-encoding make no difference. An address with a
query, such as /?p=123, is one of its own; other queries are passed on. Pages of this shop come first. A product's former handle needs
none: see "store rename".

Examples:
  store redirects import redirects.csv                      Two columns: Redirect from, Redirect to
  store redirects add /product/old-shirt/ /products/linen-shirt
  store redirects add "/?p=123" /products/linen-shirt
  store redirects add /blog https://blog.shop.example
  store redirects list
  store redirects remove /product/old-shirt`;

export function redirectsCommand(program: Command): void {
  const redirects = program
    .command('redirects')
    .description('Former addresses that lead to pages of the shop')
    .addHelpText('after', redirectsNotes);
  redirects
    .command('list')
    .description('List former addresses and where they lead')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/redirects/redirects.ts')).showRedirects));
  redirects
    .command('import')
    .description('Add the redirects of a CSV file, such as the export of Shopify’s URL redirects')
    .argument('<file>', 'CSV file with a column of old and one of new addresses')
    .option('--json', 'print as JSON')
    .addHelpText('after', redirectsNotes)
    .action(lazyAction(async () => (await import('#cli/actions/redirects/redirects.ts')).importRedirects));
  redirects
    .command('add')
    .description('Make a former address lead to a page')
    .argument('<old>', 'path, with its query if it has one, or URL of the former shop')
    .argument('<new>', 'path of this shop, or a whole https address')
    .option('--json', 'print as JSON')
    .addHelpText('after', redirectsNotes)
    .action(lazyAction(async () => (await import('#cli/actions/redirects/redirects.ts')).addRedirect));
  redirects
    .command('remove')
    .description('Let a former address lead nowhere')
    .argument('<old>', 'the former address')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/redirects/redirects.ts')).removeRedirectFrom));
}
