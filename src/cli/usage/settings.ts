import type { Command } from 'commander';
import { limitOption } from '#cli/arguments/limit-option.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const themeExamples = `
Examples:
  store theme show
  store theme set buttonBackgroundColor=#1f4d3a bannerType=static
  store theme set store_name="Tana & Bana" logo=./wordmark.svg
  store theme set tagline="Handloom from Mysuru" announcement="Diwali offers until 8 November"
  store theme set search_terms="Kurtas, Silk stoles" picture_ratio=4:5
  store theme set return_days=7                        Product page and checkout say "7-day returns"
  store theme set terms=@terms.md faq=@faq.json        Reads the text from a file
  store theme set headerBackgroundColor=               Resets to the default`;

export function themeCommand(program: Command): void {
  const theme = program.command('theme').description("The store's name, look and texts").addHelpText('after', themeExamples);
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
    .addHelpText('after', themeExamples)
    .action(lazyAction(async () => (await import('#cli/actions/theme.ts')).changeTheme));
}

const taxExamples = `
Examples:
  store tax show
  store tax set gst_rate=5 hsn=6109                Of products without a GST Rate and HSN of their own
  store tax seller "Loom & Co" gstin=29AAACL1234C1Z1 legal_name="Loom & Co LLP" address="4 Mill Road, Mysuru"

A dispatched order gets a tax invoice when its seller has a GSTIN and its products a GST rate, else a bill of supply. The store's own
GSTIN, name and address are settings: store theme set legal.gstin=… legal.legal_name=… legal.address=…
Products get a rate and a code of their own by the columns "GST Rate" and "HSN" of an import.`;

export function taxCommand(program: Command): void {
  const tax = program.command('tax').description('GST rate, HSN and sellers for invoices').addHelpText('after', taxExamples);
  tax
    .command('show')
    .description('Show what invoices say about tax')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/tax.ts')).showTax));
  tax
    .command('set')
    .description('Set the default GST rate in percent and HSN; an empty value removes it')
    .argument('<settings...>', 'gst_rate=value, hsn=value')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/tax.ts')).changeTax));
  tax
    .command('seller')
    .description("Set another seller's particulars; an empty value removes one")
    .argument('<name>', 'name of the seller, as in the import')
    .argument('<settings...>', 'gstin=value, legal_name=value, address=value')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/tax.ts')).changeSeller));
}

const limitsExamples = `
Examples:
  store limits show
  store limits set sms_per_day=3000 cod_open_per_customer=5
  store limits set cod_amount_per_checkout=5000          Rupees
  store limits set cod_per_day_per_pincode=off           No limit
  store limits set holds_per_day=                        Resets to the default`;

export function limitsCommand(program: Command): void {
  const limits = program
    .command('limits')
    .description('Budgets for texts and mails, limits on cash on delivery and unpaid orders')
    .addHelpText('after', limitsExamples);
  limits
    .command('show')
    .description('Show every limit')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/limits.ts')).showLimits));
  limits
    .command('set')
    .description('Change limits; "off" for none, an empty value resets to the default')
    .argument('<limits...>', 'name=value; amounts in rupees')
    .option('--json', 'print the limits as JSON')
    .addHelpText('after', limitsExamples)
    .action(lazyAction(async () => (await import('#cli/actions/limits.ts')).changeLimits));
}

const contactExamples = `
Examples:
  store contact                    The newest messages
  store contact --limit 500 --json`;

export function contactCommand(program: Command): void {
  program
    .command('contact')
    .description('List the messages of the contact form')
    .addOption(limitOption())
    .option('--json', 'print as JSON')
    .addHelpText('after', contactExamples)
    .action(lazyAction(async () => (await import('#cli/actions/contact.ts')).showContactMessages));
}
