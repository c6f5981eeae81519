import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store tax show
  store tax set gst_rate=5 hsn=6109                Of products without a GST Rate and HSN of their own
  store tax seller "Loom & Co" gstin=29AAACL1234C1Z1 legal_name="Loom & Co LLP" address="4 Mill Road, Mysuru"

A dispatched order gets a tax invoice when its seller has a GSTIN and its products a GST rate, else a bill of supply. The store's own
GSTIN, name and address are settings: store theme set legal.gstin=… legal.legal_name=… legal.address=…
Products get a rate and a code of their own by the columns "GST Rate" and "HSN" of an import.`;

export function taxCommand(program: Command): void {
  const tax = program.command('tax').description('GST rate, HSN and sellers for invoices').addHelpText('after', examples);
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
