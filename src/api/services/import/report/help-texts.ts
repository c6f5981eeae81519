/** What to do about a problem of a row, by what its reason says; the first that fits counts. */
const helps: readonly (readonly [RegExp, string])[] = [
  [/^must not be below zero/, 'Write the price that a customer pays, without a minus sign.'],
  [/decimals after a point/, 'Write the price with a point before the paise, such as 1499.00.'],
  [/^must be an amount/, 'Write the price in rupees and nothing else in the cell, such as 1499 or 1499.00.'],
  [/^has more than two decimals/, 'Round the price to two decimals: paise are the smallest unit.'],
  [/^is higher than/, 'Check the price for a digit too many.'],
  [/^must be more than zero/, 'Give the product a price, or take the row out if it is not for sale.'],
  [/^is required in the first row/, 'Write the name of the product into its first row.'],
  [/^is required when a product has several variants/, 'Write the size or colour into each row of this product.'],
  [/^is required/, 'Fill in the empty cell.'],
  [
    /which is below the price/,
    'Check both prices: nothing may be sold above its MRP. If the two columns are mixed up, import with --map and say which is which.',
  ],
  [/is given twice/, 'Give each row its own size or colour, or each product its own name; delete a row that is there twice.'],
  [/gives the same web address/, 'Change one of the two handles, so that each product has an address of its own.'],
  [/^can only contain letters/, 'Write the handle with letters, digits and hyphens, such as cotton-kurta.'],
  [/^cannot be "/, 'Choose another handle for this product.'],
  [/too long|longer than/, 'Shorten the text.'],
  [/^must be a whole number/, 'Write the stock as a whole number, such as 12; 0 is sold out.'],
  [/^must be a percentage/, 'Write the GST rate as a number, such as 5, 12 or 18.'],
  [/^must be a code of 4, 6 or 8 digits/, 'Write the HSN code with 4, 6 or 8 digits, as on your invoices.'],
  [/^must be grams/, 'Write the weight in grams, such as 250.'],
  [/^must be (?:a date|a day)/, 'Write the date as year, month and day, such as 2026-11-28.'],
  [/^must be facts|facts; a product can have|^has (?:the name|a value) /, 'Write facts as "Fabric: Cotton; Care: Machine wash".'],
  [
    /cells, but the header has/,
    'Check the row for a comma too many: put texts with commas in quotes, or save the sheet as CSV again.',
  ],
  [/columns of all other sizes/, 'Write the stock, or 0, below each size that the product is made in.'],
  [/^must be retailer or wholesaler/, 'Write retailer or wholesaler, or leave the cell empty.'],
  [/never closed/, 'Close the quote in the cell on this line, or save the sheet as CSV again.'],
];

/** The sentence for problems that have none of their own. */
const GENERAL_HELP = 'Correct the cell and import the file again: what was imported before stays as it is.';

/** What to do about a problem of a row, as a sentence. `reason` is what the importer says of it. */
export const helpFor = (reason: string): string => helps.find(([pattern]) => pattern.test(reason))?.[1] ?? GENERAL_HELP;
