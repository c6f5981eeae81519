import { InvalidArgumentError, Option } from 'commander';
import { IMPORT_UNDO_DAYS } from '#api/services/retention.ts';
import type { StoreCommand } from './store-command.ts';

const importExamples = `
Examples:
  store import products.csv                        Downloads the pictures
  store import products.csv --pictures ./photos    Reads the pictures from a folder
  store import products.csv --no-pictures          Links to the pictures at their URLs
  store import men.csv women.csv --dry-run         Shows what would change, writes nothing
  store import products.csv inventory.csv          Takes the stock from Shopify's inventory export
  store import products.csv --replace              Withdraws products that the file does not contain
  store import stock.csv --map                     Asks what the columns of your own sheet are, then imports it
  store import products.csv --report report.html   Writes what was read, repaired and refused as a page to send on
  store import --undo                              Takes the last import back, for ${IMPORT_UNDO_DAYS} days
  store import s3://bucket/imports/products.csv    Reads the file from S3-compatible storage
  store import shop.zip                            One table with its pictures, in any folders
  store import https://docs.google.com/spreadsheets/d/…/edit    A published Google Sheet, or a file at any address

A file is CSV or the first sheet of an Excel (xlsx) or OpenDocument (ods) workbook; start with one from: store template products.xlsx
In CSV, commas, semicolons and tabs may separate the cells, in UTF-8, UTF-16 or Windows-1252. Dates are 2026-11-28 or 28 Nov 2026, in Indian time.
Shopify's inventory export (Products, Inventory, Export) sets the stock of products that the shop has.
The columns are those of a Shopify product export; "Seller", "Seller Kind", "Country of Origin" and "Category Image" are optional.
A column that the file does not have keeps what is stored; an empty cell of a column that it has clears the value.
An import can run while the shop is open. If it is interrupted, the next command or the running shop finishes it.
Run it again whenever the file has changed: products are identified by their handle. In a pictures folder, category-<name>.jpg
(such as category-mens-watch.jpg) is the picture of a sub-category. SVG pictures are only read from a folder.
A product without a picture in the file takes those named by its SKU: SKU.jpg, SKU-2.jpg, SKU_3.png.
Of a picture's address the folders count, from its end: …/2023/front.jpg is 2023/front.jpg in the folder, else front.jpg.
The exit status is 2 when pictures were left out; they are listed with their products, and the same import tries them again.`;

function parseWithdrawn(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give the number of products that the import named, such as 168.');
  return Number(text);
}

export function importCommand(program: StoreCommand): void {
  program
    .add('import', 'Import products from files of this or another shop system, all in one step', importExamples)
    .argument('[files...]', 'CSV, xlsx, ods or zip files, or their https:// or s3:// addresses')
    .option('--pictures <folder>', 'use the pictures in this folder instead of downloading them')
    .option('--no-pictures', 'link to the pictures instead of downloading them')
    .option('--seller <name>', 'seller of the products if the file has no Seller column (default: the store itself)')
    .addOption(new Option('--seller-kind <kind>', 'kind of that seller (default: retailer)').choices(['retailer', 'wholesaler']))
    .option('--skip-bad', 'import the valid rows even if others are invalid')
    .option('--replace', 'withdraw products that the files do not contain')
    .option('--yes-withdraw <number>', 'withdraw or empty this number of products, when an import asks for it', parseWithdrawn)
    .option('--map', 'ask what the columns of an unknown table are; without a terminal, guess them')
    .option('--mapping <file>', 'read an unknown table by this mapping, which --map has kept')
    .option('--yes', 'with --map, ask nothing and take the guesses where they are certain')
    .option('--report <file>', 'write a report of the import as a web page (.html)')
    .option('--undo', 'take the last import back')
    .option('--dry-run', 'show what would change, write nothing')
    .runs(() => import('#cli/actions/import.ts'), 'importProducts', 'print the summary as JSON');
}

const templateExamples = `
Examples:
  store template products.xlsx     For Excel, Google Sheets and LibreOffice, with drop-downs and notes
  store template products.csv      For every other program

Fill in a row for each size or colour, delete the examples and import the file: store import products.xlsx --pictures ./photos
Photos named by the SKU of a row, such as KURTA-M.jpg and KURTA-M-2.jpg, belong to its product.`;

export function templateCommand(program: StoreCommand): void {
  program
    .add('template', 'Write a sheet with the columns of an import and three example products', templateExamples)
    .argument('<file>', 'a new file that ends with .xlsx or .csv')
    .runs(() => import('#cli/actions/templates/product-template.ts'), 'writeTemplate', '');
}

const exportExamples = `
Examples:
  store export catalogue.csv                        The products on sale, as "store import" reads them
  store export catalogue.csv --pictures ./pictures  With the picture files, for another shop
  store export > catalogue.csv
  store export catalogue.xlsx                       As an Excel workbook, which import reads too
  store export products.csv --as shopify            For Shopify: Products, Import
  store export products.csv --as woocommerce        For WooCommerce: Products, Import
  store export feed.xml --as google                 The feed of the running shop for Merchant Center; feed.tsv with tabs

Import both into the other shop with: store import catalogue.csv --pictures ./pictures`;

export function exportCommand(program: StoreCommand): void {
  program
    .add('export', 'Write the products on sale to a file that import or another system reads', exportExamples)
    .argument('[file]', 'a new file; prints to the screen if omitted')
    .option('--pictures <folder>', 'copy the picture files into this folder')
    .addOption(
      new Option('--as <format>', 'write for another system (default: by the ending of the file)').choices([
        'shopify',
        'woocommerce',
        'google',
        'xlsx',
      ]),
    )
    .runs(() => import('#cli/actions/export.ts'), 'exportProducts');
}
