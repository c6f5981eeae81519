import { parseRupees } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const saleActions = () => import('#cli/actions/sales/sale.ts');
const filterFactsActions = () => import('#cli/actions/filters/filter-facts.ts');
const picturesActions = () => import('#cli/actions/pictures.ts');

const productsExamples = `
Examples:
  store products
  store products --category "Men's - Watch"
  store products --sold-out --json
  store products --awaited                Sold-out products and sizes, with how many shoppers asked for a mail`;

export function productsCommand(program: StoreCommand): void {
  program
    .add('products', 'List the products on sale', productsExamples)
    .option('--category <name>', 'only this sub-category')
    .option('--sold-out', 'only products that are sold out')
    .option('--awaited', 'what shoppers have asked to be told about when it is back')
    .runs(() => import('#cli/actions/products.ts'), 'showProducts');
}

const stockExamples = `
Examples:
  store stock linen-shirt-white M 12     Sets size M to 12 units
  store stock leather-wallet-tan 30      For a product without sizes`;

export function stockCommand(program: StoreCommand): void {
  program
    .add('stock', 'Set the stock of a product, or of one of its sizes', stockExamples)
    .usage('[options] <slug> [size] <units>')
    .argument('<slug>', 'last part of the product’s URL; see "store products"')
    .argument('<size>', 'size; omit it for a product without sizes')
    .argument('[units]', 'number of units in stock')
    .runs(() => import('#cli/actions/stock.ts'), 'changeStock');
}

const saleNotes = `
A sale price counts in place of the price from its start to its end, in Indian time. A day without a time begins at 00:00, as an end it is over at
23:59:59. The price is crossed out meanwhile, unless the product has a compare-at price. A new sale price replaces the one before.

Examples:
  store sale set linen-shirt 699 --from 2026-12-01 --until 2026-12-05     All variants of the product
  store sale set linen-shirt/M 649 --until "2026-12-05 21:00"            One variant, from now
  store sale set LS-M 649                                                The variant with this SKU, until you end it
  store sale list
  store sale end linen-shirt`;

export function saleCommand(program: StoreCommand): void {
  const sale = program.add('sale', 'Sale prices with a start and an end', saleNotes);
  sale
    .add('set', 'Sell a product, or one of its variants, at another price for a time', saleNotes)
    .argument('<product>', 'SKU, handle, or handle/variant; see "store products"')
    .argument('<price>', 'sale price in rupees, below the price', parseRupees)
    .option('--from <time>', 'when it begins, such as 2026-12-01 or "2026-12-01 09:00"; now by default')
    .option('--until <time>', 'when it ends; never by default')
    .runs(saleActions, 'setSale');
  sale.add('list', 'List the sale prices that count now or later').runs(saleActions, 'showSales');
  sale.add('end', 'Take a sale price away').argument('<product>', 'SKU, handle, or handle/variant').runs(saleActions, 'endSale');
}

const guidesNotes = `
The file replaces all size guides; without rows it removes them. Its columns:
  Guide         Name; rows with the same name belong together. Products name it in the column "Size Guide" of an import.
  Categories    Categories whose products have it: Kurtas; Shirts
  Page          Path or https address of a page instead of measurements, or beside them
  Size          S, M, 38 …
All other columns are measurements in centimetres, or in inches if the heading says so: Chest, Waist (in)

Examples:
  store guides
  store guides guides.csv --dry-run
  store guides --export guides.csv`;

export function guidesCommand(program: StoreCommand): void {
  program
    .add('guides', 'Replace the size guides by those of a file, or list them', guidesNotes)
    .argument('[file]', 'CSV, xlsx or ods file')
    .option('--dry-run', 'only read the file')
    .option('--export <file>', 'write the size guides to a new CSV file')
    .runs(() => import('#cli/actions/guides/size-guides.ts'), 'changeSizeGuides');
}

const filtersNotes = `
Shoppers always filter by size, price, colour, brand, discount, availability and category, where products differ in them. Facts are those of the
column "Attributes" of an import. A value such as "Cotton, Linen" counts for both.

Examples:
  store filters set Fabric,Fit
  store filters show
  store filters clear`;

export function filtersCommand(program: StoreCommand): void {
  const filters = program.add('filters', 'Facts of products, such as the fabric, by which shoppers filter', filtersNotes);
  filters.add('show', 'Show the facts by which shoppers filter').runs(filterFactsActions, 'showFilterFacts');
  filters
    .add('set', 'Choose up to three facts, in the order in which they are shown', filtersNotes)
    .argument('<facts>', 'names joined by commas')
    .runs(filterFactsActions, 'changeFilterFacts');
  filters.add('clear', 'Let shoppers filter by no facts').runs(filterFactsActions, 'clearFilterFacts');
}

const renameNotes = `
The old address leads to the new one from now on. If both handles exist because an import has added the product again, withdraw the
old one first (import --replace).

Example:
  store rename linen-shirt-old linen-shirt`;

export function renameCommand(program: StoreCommand): void {
  program
    .add('rename', 'Give a product another handle; its old address leads to the new one', renameNotes)
    .argument('<old>', 'handle: the last part of the product’s URL; see "store products"')
    .argument('<new>', 'the new handle')
    .runs(() => import('#cli/actions/rename.ts'), 'rename');
}

const picturesExamples = `
Examples:
  store pictures show
  store pictures retry                     Fetches missing pictures from their addresses
  store pictures retry --pictures ./photos  Takes them from a folder`;

export function picturesCommand(program: StoreCommand): void {
  const pictures = program.add(
    'pictures',
    'Pictures that are still being made, and those that imports had to leave out',
    picturesExamples,
  );
  pictures
    .add('show', 'Show how many pictures are still being made, and which ones are missing')
    .runs(picturesActions, 'showPictures');
  pictures
    .add('retry', 'Try the missing pictures again', picturesExamples)
    .option('--pictures <folder>', 'take them from this folder instead of their addresses')
    .runs(picturesActions, 'retryPictures');
}
