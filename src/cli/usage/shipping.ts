import type { StoreCommand } from './store-command.ts';

const chargesActions = () => import('#cli/actions/shipping/charges.ts');
const zonesActions = () => import('#cli/actions/shipping/zones.ts');

const shippingExamples = `
Examples:
  store shipping show
  store shipping set charge=49 free_from=499           Rupees; free from an items total of 499
  store shipping set cod_fee=30                        Fee for cash on delivery
  store shipping set charge= free_from= cod_fee=       Free shipping and no fee, as at first
  store shipping import zones.csv --dry-run            What a file of zones would change
  store shipping import zones.csv                      Charges by zone, instead of those above, also at the checkout
  store shipping show 560001                           What the zones say about a pincode
  store shipping dispatch cut_off=14 closed_days=sun closed_dates=2026-12-25`;

const zoneHelp = `
The file replaces all zones; without rows it removes them. Its columns:
  Zone          Name; rows with the same name belong together
  Pincodes      Pincodes or their first digits: 560001 57*
  States        Names of States, or * for everywhere else. A pincode goes before its first digits, these before its State.
  Days          Working days from dispatch to delivery: 3, or 2 to 4
  Charge        Rupees, once per checkout. More rows: Order From (rupees) or Grams From, from which another charge applies.
  Free From     Items total in rupees, before a coupon, from which shipping is free
  COD           yes or no; COD Fee and COD Up To in rupees
A pincode in no zone is not served.`;

export function shippingCommand(program: StoreCommand): void {
  const shipping = program.add('shipping', 'Shipping charges, zones, days, fee for cash on delivery', shippingExamples);
  shipping
    .add('show', 'Show the charges, or what the zones say about a pincode')
    .argument('[pincode]', 'a pincode')
    .runs(chargesActions, 'showShipping');
  shipping
    .add('set', 'Change charges, once per checkout; an empty value or 0 is none', shippingExamples)
    .argument('<charges...>', 'name=rupees: charge, free_from, cod_fee')
    .runs(chargesActions, 'changeShipping', 'print the charges as JSON');
  shipping
    .add('import', 'Replace the shipping zones by those of a file', zoneHelp)
    .argument('<file>', 'CSV, xlsx or ods file')
    .option('--dry-run', 'say what would change')
    .runs(zonesActions, 'importZones', 'print the changes as JSON');
  shipping
    .add('export', 'Write the shipping zones to a CSV file')
    .argument('<file>', 'new CSV file')
    .runs(zonesActions, 'exportZones', '');
  shipping
    .add('dispatch', 'Show or change when parcels are dispatched; an empty value is none')
    .argument('[settings...]', 'name=value: cut_off (hour), closed_days, closed_dates')
    .runs(zonesActions, 'changeDispatch');
}
