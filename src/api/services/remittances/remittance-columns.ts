/** Names of columns in the remittance files of couriers, without case, spaces and signs. The first name that a file has counts. */
const names = {
  awb: [
    'awb',
    'awbno',
    'awbnumber',
    'awbcode',
    'waybill',
    'waybillno',
    'waybillnumber',
    'airwaybill',
    'airwaybillno',
    'airwaybillnumber',
    'trackingnumber',
    'trackingno',
    'trackingid',
    'cnno',
    'cnoteno',
    'cnotenumber',
    'consignmentno',
    'consignmentnumber',
    'docketno',
    'articlenumber',
    'articleno',
    'barcode',
    'barcodeno',
    'shipmentno',
    'shipmentnumber',
    'shipmentid',
  ],
  amount: [
    'remittedamount',
    'amountremitted',
    'remittanceamount',
    'codremitted',
    'codremittedamount',
    'codamountremitted',
    'remittedvalue',
    'settledamount',
    'settlementamount',
    'amountpaid',
    'paidamount',
    'netpayable',
    'netamount',
    'codamount',
    'codvalue',
    'codcollected',
    'collectedamount',
    'amountcollected',
    'collectableamount',
    'collectablevalue',
    'collectableamt',
    'codamt',
    'vppamount',
    'orderamount',
    'amount',
    'value',
  ],
  paidOn: [
    'remittancedate',
    'remitteddate',
    'remittedon',
    'paymentdate',
    'paidon',
    'paiddate',
    'settlementdate',
    'utrdate',
    'creditdate',
    'transferdate',
    'crfdate',
    'chequedate',
    'date',
  ],
  reference: [
    'utr',
    'utrno',
    'utrnumber',
    'bankreference',
    'bankreferenceno',
    'bankutr',
    'paymentreference',
    'paymentrefno',
    'paymentid',
    'transactionid',
    'transactionno',
    'neftno',
    'neftutr',
    'remittanceid',
    'remittanceno',
    'remittancenumber',
    'crfid',
    'crfno',
    'chequeno',
    'referenceno',
    'referencenumber',
    'reference',
  ],
} as const;

type Column = keyof typeof names;

/** Where the columns are; one that the file does not have is -1. */
export type RemittanceColumns = Record<Column, number>;

const plain = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^a-z0-9]/g, '');

/** Finds the columns in a row of names; undefined when it does not name tracking numbers and amounts. */
export function findColumns(cells: readonly string[]): RemittanceColumns | undefined {
  const found = cells.map(plain);
  const find = (column: Column): number => {
    const name = names[column].find((one) => found.includes(one));
    return name === undefined ? -1 : found.indexOf(name);
  };
  const columns = { awb: find('awb'), amount: find('amount'), paidOn: find('paidOn'), reference: find('reference') };
  return columns.awb >= 0 && columns.amount >= 0 ? columns : undefined;
}

/** Couriers by a word that their files have in their name or their columns. */
const couriers = [
  ['Delhivery', /delhivery|waybill/],
  ['Shiprocket', /shiprocket|crf|awb code/],
  ['Blue Dart', /blue ?dart/],
  ['DTDC', /dtdc|cn no|c ?note/],
  ['Ekart', /ekart/],
  ['India Post', /india ?post|speed ?post|article|barcode|vpp/],
] as const;

/** The courier that a file seems to be of; '' if it says nothing. */
export function guessCourier(fileName: string, header: readonly string[]): string {
  const of = (text: string) => couriers.find(([, word]) => word.test(text.toLowerCase().replaceAll(/[_-]/g, ' ')))?.[0];
  return of(fileName) ?? of(header.join(' ')) ?? '';
}
