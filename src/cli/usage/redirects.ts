import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/redirects/redirects.ts');

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

export function redirectsCommand(program: StoreCommand): void {
  const redirects = program.add('redirects', 'Former addresses that lead to pages of the shop', redirectsNotes);
  redirects.add('list', 'List former addresses and where they lead').runs(actions, 'showRedirects');
  redirects
    .add('import', 'Add the redirects of a CSV file, such as the export of Shopify’s URL redirects', redirectsNotes)
    .argument('<file>', 'CSV file with a column of old and one of new addresses')
    .runs(actions, 'importRedirects');
  redirects
    .add('add', 'Make a former address lead to a page', redirectsNotes)
    .argument('<old>', 'path, with its query if it has one, or URL of the former shop')
    .argument('<new>', 'path of this shop, or a whole https address')
    .runs(actions, 'addRedirect');
  redirects
    .add('remove', 'Let a former address lead nowhere')
    .argument('<old>', 'the former address')
    .runs(actions, 'removeRedirectFrom');
}
