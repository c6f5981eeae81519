import { type Command, Option } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store import products.csv                        Fetches the pictures from their addresses
  store import products.csv --pictures ./photos    Takes the pictures from a folder
  store import products.csv --no-pictures          Leaves the pictures where they are
  store import men.csv women.csv --dry-run         Says what would change, writes nothing
  store import products.csv --replace              Takes from sale what the file does not name

The columns are those of a Shopify product export; "Seller", "Seller Kind", "Country of Origin" and "Category Image" may stand beside them.
It may run while the shop is open. One that is interrupted is finished by the next command or the running shop.
Run it again whenever the file has changed: products are known by their handle. In a pictures folder, category-<name>.jpg
(such as category-mens-watch.jpg) is the picture of a sub-category. Drawings (SVG) are taken from a folder only.`;

/** `store import`: brings product exports into the shop. */
export function importCommand(program: Command): void {
  program
    .command('import')
    .description('Import products from Shopify product exports (CSV), all files in one step')
    .argument('<files...>', 'CSV files')
    .option('--pictures <folder>', 'take the pictures from this folder instead of fetching them')
    .option('--no-pictures', 'leave the pictures at their addresses')
    .option(
      '--seller <name>',
      'whose the products are when the file has no Seller column (else the store itself, by the name it has)',
    )
    .addOption(new Option('--seller-kind <kind>', 'what that seller is').choices(['retailer', 'wholesaler']).default('retailer'))
    .option('--skip-bad', 'import the good rows when there are bad ones')
    .option('--replace', 'take products from sale that the files do not name')
    .option('--dry-run', 'say what would change and write nothing')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/import.ts')).importProducts));
}
