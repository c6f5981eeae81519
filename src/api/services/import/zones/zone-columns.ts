/** The columns of a file of shipping zones, as exported. Units: rupees, grams, working days. */
export const zoneColumns = {
  zone: 'Zone',
  pincodes: 'Pincodes',
  states: 'States',
  days: 'Days',
  orderFrom: 'Order From',
  gramsFrom: 'Grams From',
  charge: 'Charge',
  freeFrom: 'Free From',
  cod: 'COD',
  codFee: 'COD Fee',
  codUpTo: 'COD Up To',
} as const;

export type ZoneColumn = keyof typeof zoneColumns;

export const zoneColumnKeys = Object.keys(zoneColumns) as ZoneColumn[];
