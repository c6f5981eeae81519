import { limitOption } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const themeActions = () => import('#cli/actions/theme.ts');
const taxActions = () => import('#cli/actions/tax.ts');
const limitsActions = () => import('#cli/actions/limits.ts');

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

export function themeCommand(program: StoreCommand): void {
  const theme = program.add('theme', "The store's name, look and texts", themeExamples);
  theme.add('show', 'Show every setting with its default').runs(themeActions, 'showTheme');
  theme
    .add('set', 'Change settings; an empty value resets to the default', themeExamples)
    .argument('<settings...>', 'key=value; key=@file reads the value from a file')
    .runs(themeActions, 'changeTheme', 'print the settings as JSON');
}

const taxExamples = `
Examples:
  store tax show
  store tax set gst_rate=5 hsn=6109                Of products without a GST Rate and HSN of their own
  store tax seller "Loom & Co" gstin=29AAACL1234C1Z1 legal_name="Loom & Co LLP" address="4 Mill Road, Mysuru"

A dispatched order gets a tax invoice when its seller has a GSTIN and its products a GST rate, else a bill of supply. The store's own
GSTIN, name and address are settings: store theme set legal.gstin=… legal.legal_name=… legal.address=…
Products get a rate and a code of their own by the columns "GST Rate" and "HSN" of an import.`;

export function taxCommand(program: StoreCommand): void {
  const tax = program.add('tax', 'GST rate, HSN and sellers for invoices', taxExamples);
  tax.add('show', 'Show what invoices say about tax').runs(taxActions, 'showTax');
  tax
    .add('set', 'Set the default GST rate in percent and HSN; an empty value removes it')
    .argument('<settings...>', 'gst_rate=value, hsn=value')
    .runs(taxActions, 'changeTax');
  tax
    .add('seller', "Set another seller's particulars; an empty value removes one")
    .argument('<name>', 'name of the seller, as in the import')
    .argument('<settings...>', 'gstin=value, legal_name=value, address=value')
    .runs(taxActions, 'changeSeller');
}

const limitsExamples = `
Examples:
  store limits show
  store limits set sms_per_day=3000 cod_open_per_customer=5
  store limits set cod_amount_per_checkout=5000          Rupees
  store limits set cod_per_day_per_pincode=off           No limit
  store limits set holds_per_day=                        Resets to the default`;

export function limitsCommand(program: StoreCommand): void {
  const limits = program.add(
    'limits',
    'Budgets for texts and mails, limits on cash on delivery and unpaid orders',
    limitsExamples,
  );
  limits.add('show', 'Show every limit').runs(limitsActions, 'showLimits');
  limits
    .add('set', 'Change limits; "off" for none, an empty value resets to the default', limitsExamples)
    .argument('<limits...>', 'name=value; amounts in rupees')
    .runs(limitsActions, 'changeLimits', 'print the limits as JSON');
}

const contactExamples = `
Examples:
  store contact                    The newest messages
  store contact --limit 500 --json`;

export function contactCommand(program: StoreCommand): void {
  program
    .add('contact', 'List the messages of the contact form', contactExamples)
    .addOption(limitOption())
    .runs(() => import('#cli/actions/contact.ts'), 'showContactMessages');
}
