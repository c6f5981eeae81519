import { makeShopIll } from './fill-shop.ts';
import { fill, press, pressing, type State, unfolding, type World } from './state.ts';

const packOf =
  (name: string) =>
  ({ numberOf }: World): string =>
    `/pack?order=${numberOf(name)}`;

const printed = ['toPack', 'toPackOnDelivery', 'packedGift', 'packedOnDelivery', 'onTheWay'];

const printOf =
  (kind: string, more = '') =>
  ({ numberOf }: World): string =>
    `/print${kind}?${new URLSearchParams(printed.map((name) => ['order', numberOf(name)]))}${more}`;

const home: readonly State[] = [
  { name: 'home', path: '' },
  { name: 'home-menu', path: '', open: unfolding('Menu') },
  { name: 'home-chart-as-table', path: '', open: unfolding('Show as a table') },
  { name: 'home-of-packer', path: '', as: 'packer' },
  { name: 'home-ill', path: '', open: async (page, { db }) => makeShopIll(db).then(() => page.reload()) },
];

const packing: readonly State[] = [
  { name: 'pack', path: packOf('toPack'), as: 'packer' },
  { name: 'pack-gift', path: packOf('toPackGift') },
  { name: 'pack-many-items', path: packOf('manyItems') },
  { name: 'pack-packed', path: packOf('packedGift') },
  { name: 'pack-no-such-order', path: '/pack?order=HT-00000000' },
  { name: 'ship', path: '/ship' },
  { name: 'ship-none-filled', path: '/ship', open: pressing('Ship orders with an AWB') },
  {
    name: 'ship-list',
    path: '/ship',
    open: async (page, { numberOf }) => {
      const list = [
        `${numberOf('packed')} 1490812345690`,
        `${numberOf('delivered')} 1490812345691`,
        'HT-00000000 12',
        numberOf('packedGift'),
      ];
      await fill(page, { 'Courier for all': 'Delhivery', 'Paste order numbers and AWBs': list.join('\n') });
      await press(page, 'Show what it does');
    },
  },
  {
    name: 'ship-done',
    path: '/ship',
    open: async (page, { numberOf }) => {
      await fill(page, { 'Courier for all': 'Delhivery', [`AWB of ${numberOf('packedToo')}`]: '1490812345699' });
      await press(page, 'Ship orders with an AWB');
    },
  },
  { name: 'ship-of-packer', path: '/ship', as: 'packer' },
  { name: 'print', path: printOf('') },
  { name: 'print-none', path: '/print' },
  { name: 'print-labels', path: printOf('/labels') },
  { name: 'print-labels-a4', path: printOf('/labels', '&paper=a4') },
  { name: 'print-slips', path: printOf('/slips') },
  { name: 'print-slips-a4', path: printOf('/slips', '&paper=a4') },
  { name: 'print-pick-list', path: printOf('/pick-list') },
  { name: 'print-invoices', path: printOf('/invoices') },
  { name: 'print-refused', path: '/print/labels?order=HT-00000000' },
  { name: 'pack-next', path: packOf('toPack'), open: pressing('Packed, next') },
];

const refundOf =
  (name: string) =>
  ({ numberOf }: World): string =>
    `/orders/${numberOf(name)}/refund`;

const money: readonly State[] = [
  { name: 'refunds-due', path: '/refunds' },
  { name: 'refunds-on-their-way', path: '/refunds?list=unclear' },
  { name: 'refunds-ended', path: '/refunds?list=done' },
  { name: 'refunds-account', path: '/refunds', open: pressing('Show account') },
  { name: 'refund-due', path: refundOf('refundDue') },
  { name: 'refund-items', path: refundOf('delivered') },
  { name: 'refund-by-hand', path: refundOf('late') },
  { name: 'refund-failed', path: refundOf('refundFailed') },
  { name: 'refund-nothing-paid', path: refundOf('toPackOnDelivery') },
  { name: 'refund-everything-returned', path: refundOf('refundDone') },
  {
    name: 'refund-refused',
    path: refundOf('delivered'),
    open: async (page) => {
      await fill(page, { Rupees: '999999', Why: 'Came late' });
      await press(page, 'Refund amount');
    },
  },
  { name: 'cod', path: '/cod' },
  { name: 'cod-no-file', path: '/cod', open: pressing('Match') },
  {
    name: 'cod-matched',
    path: '/cod',
    open: async (page) => {
      const paid = [
        '1490812345671,120.00',
        '1490812345672,4999.00',
        '1490812345673,100.00',
        '1490812345675,499.00',
        'NOSUCHPARCEL1,899.00',
      ];
      const file = `AWB,Amount\n${paid.join('\n')}\n`;
      await page
        .getByLabel('Remittance file of the courier')
        .setInputFiles({ name: 'delhivery-remittance-november-2026.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
      await press(page, 'Match');
    },
  },
  { name: 'cod-late', path: '/cod?list=late' },
  { name: 'cod-short', path: '/cod?list=short' },
  { name: 'cod-over', path: '/cod?list=over' },
  { name: 'cod-not-due', path: '/cod?list=not_due' },
  { name: 'cod-files', path: '/cod', open: unfolding('Unknown tracking numbers', 'Files read') },
];

const messages: readonly State[] = [
  { name: 'messages', path: '/messages' },
  { name: 'messages-all', path: '/messages?state=all' },
  { name: 'messages-done', path: '/messages?state=done' },
  { name: 'message-open', path: '/messages/1' },
  { name: 'message-hindi', path: '/messages/2' },
  { name: 'message-answered', path: '/messages/4' },
  { name: 'message-refused', path: '/messages/3', open: pressing('Send answer') },
  { name: 'carts-off', path: '/carts' },
  { name: 'carts', path: '/carts', open: pressing('Turn reminders on') },
  { name: 'alerts', path: '/alerts' },
  {
    name: 'alerts-refused',
    path: '/alerts',
    open: async (page) => {
      await fill(page, { 'Text me at this mobile number': '12' });
      await press(page, 'Save');
    },
  },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'owners-only', path: '/refunds', as: 'packer' },
];

/** Home, packing, shipping, prints, money and messages. */
export const statesOfWork: readonly State[] = [...home, ...packing, ...money, ...messages];

/** Pages of a shop in which nothing has happened yet. */
export const statesOfNewShop: readonly State[] = [
  ...['', '/orders', '/pack', '/ship', '/refunds', '/cod', '/messages', '/carts', '/orders/new', '/staff'].map((path) => ({
    name: `new-shop-${path.slice(1).replaceAll('/', '-') || 'home'}`,
    path,
  })),
  { name: 'new-shop-home-of-packer', path: '', as: 'packer' },
  { name: 'new-shop-orders-of-packer', path: '/orders', as: 'packer' },
];
