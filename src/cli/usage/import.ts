import { type Command, Option } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store import products.csv                        Downloads the pictures
  store import products.csv --pictures ./photos    Reads the pictures from a folder
  store import products.csv --no-pictures          Links to the pictures at their URLs
  store import men.csv women.csv --dry-run         Shows what would change, writes nothing
  store import products.csv --replace              Withdraws products that the file does not contain
  store import s3://bucket/imports/products.csv    Reads the file from S3-compatible storage

The columns are those of a Shopify product export; "Seller", "Seller Kind", "Country of Origin" and "Category Image" are optional.
An import can run while the shop is open. If it is interrupted, the next command or the running shop finishes it.
Run it again whenever the file has changed: products are identified by their handle. In a pictures folder, category-<name>.jpg
(such as category-mens-watch.jpg) is the picture of a sub-category. SVG pictures are only read from a folder.
Of a picture's address the folders count, from its end: …/2023/front.jpg is 2023/front.jpg in the folder, else front.jpg.
The exit status is 2 when pictures were left out; they are listed with their products, and the same import tries them again.`;

/** `store import`: imports product files. */
export function importCommand(program: Command): void {
  program
    .command('import')
    .description('Import products from Shopify product exports (CSV), all files in one step')
    .argument('<files...>', 'CSV files, or s3:// URLs of them')
    .option('--pictures <folder>', 'use the pictures in this folder instead of downloading them')
    .option('--no-pictures', 'link to the pictures instead of downloading them')
    .option('--seller <name>', 'seller of the products if the file has no Seller column (default: the store itself)')
    .addOption(new Option('--seller-kind <kind>', 'kind of that seller').choices(['retailer', 'wholesaler']).default('retailer'))
    .option('--skip-bad', 'import the valid rows even if others are invalid')
    .option('--replace', 'withdraw products that the files do not contain')
    .option('--dry-run', 'show what would change, write nothing')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/import.ts')).importProducts));
}
