import { write } from '../../src/api/database/transaction.ts';
import { settleStaged } from '../../src/api/services/orders/staged/stage.ts';
import { fill, press, pressing, type State, unfolding, type World } from './state.ts';

const orderOf =
  (name: string, more = '') =>
  ({ numberOf }: World): string =>
    `/orders/${numberOf(name)}${more}`;

const tabs = ['to_confirm', 'to_pack', 'to_ship', 'on_the_way', 'delivered', 'ended', 'all', 'unpaid'];

const lists: readonly State[] = [
  ...tabs.map((tab) => ({ name: `orders-${tab.replaceAll('_', '-')}`, path: `/orders?tab=${tab}` })),
  { name: 'orders-ticked', path: '/orders?tab=to_pack&select=page' },
  { name: 'orders-filters', path: '/orders?tab=all&payment=cod&pincode=5&from=2026-01-01' },
  { name: 'orders-search', path: '/orders?tab=all&text=Chakravarthula' },
  { name: 'orders-nothing-found', path: '/orders?tab=all&text=qqqqxzzk' },
  { name: 'orders-none-ticked', path: '/orders?tab=to_confirm', open: pressing('Confirm') },
  { name: 'orders-bulk', path: ({ bulkAction }) => `/orders?tab=on_the_way&done=${bulkAction}` },
  {
    name: 'orders-confirmed',
    path: '/orders?tab=to_confirm',
    open: async (page) => {
      for (const i of [0, 1, 2]) await page.getByRole('checkbox').nth(i).check();
      await press(page, 'Confirm');
    },
  },
  {
    name: 'orders-undone',
    path: '/orders?tab=to_confirm',
    open: async (page) => {
      for (const i of [0, 1]) await page.getByRole('checkbox').nth(i).check();
      await press(page, 'Confirm');
      await press(page, 'Undo');
    },
  },
  {
    name: 'orders-undo-expired',
    path: '/orders?tab=to_confirm',
    open: async (page, { db }) => {
      await page.getByRole('checkbox').first().check();
      await press(page, 'Confirm');
      const staged = await db.selectFrom('staged_change').select('order_id').orderBy('action_id', 'desc').limit(1).execute();
      const ids = staged.map(({ order_id }) => order_id);
      await write(db, (tx) => settleStaged(tx, ids));
      await press(page, 'Undo');
    },
  },
  { name: 'orders-of-packer', path: '/orders', as: 'packer' },
];

const order: readonly State[] = [
  { name: 'order-new', path: orderOf('newLong') },
  { name: 'order-new-gift', path: orderOf('newGift') },
  { name: 'order-to-pack', path: orderOf('toPack') },
  { name: 'order-packed', path: orderOf('packed') },
  { name: 'order-cancel', path: orderOf('toPackOnDelivery'), open: unfolding('Cancel') },
  { name: 'order-parcels', path: orderOf('onTheWay') },
  { name: 'order-add-parcel', path: orderOf('outForDelivery'), open: unfolding('Add another parcel') },
  { name: 'order-came-back', path: orderOf('onTheWayPrepaid'), open: unfolding('Came back, or cancel') },
  { name: 'order-delivered', path: orderOf('delivered') },
  { name: 'order-not-delivered', path: orderOf('delivered'), open: unfolding('It was not delivered') },
  { name: 'order-returned', path: orderOf('returned') },
  { name: 'order-refund-due', path: orderOf('refundDue') },
  { name: 'order-unpaid', path: orderOf('unpaid') },
  { name: 'order-many-items', path: orderOf('manyItems') },
  { name: 'order-of-packer', path: orderOf('toPackGift'), as: 'packer' },
  {
    name: 'order-shipping-refused',
    path: orderOf('packedOnDelivery'),
    open: async (page) => {
      await fill(page, { Courier: 'Delhivery' });
      await press(page, 'Shipped');
    },
  },
  {
    name: 'order-staged',
    path: orderOf('new5'),
    open: pressing('Confirm'),
  },
  {
    name: 'order-note',
    path: orderOf('toPack'),
    open: async (page) => {
      await fill(page, { 'New note (customers never see it)': 'Called at 11: deliver after 6 pm.\nThe gate code is 4417.' });
      await press(page, 'Add note');
    },
  },
  { name: 'order-not-found', path: '/orders/HT-00000000' },
];

const edits: readonly State[] = [
  { name: 'edit', path: orderOf('toPack', '/edit') },
  { name: 'edit-many', path: orderOf('manyItems', '/edit') },
  { name: 'edit-unfolded', path: orderOf('toPackOnDelivery', '/edit'), open: unfolding('Cancel units', 'Correct the address') },
  { name: 'edit-found', path: orderOf('toPackOnDelivery', '/edit?q=a') },
  { name: 'edit-nothing-found', path: orderOf('toPackOnDelivery', '/edit?q=qqqqxzzk') },
  { name: 'edit-not-possible', path: orderOf('delivered', '/edit') },
  {
    name: 'edit-refused',
    path: orderOf('toPackOnDelivery', '/edit'),
    open: async (page) => {
      await unfolding('Correct the address')(page);
      await fill(page, { Pincode: '12', 'First name': '' });
      await page.locator('details[open]').getByRole('button', { name: 'See what it comes to' }).click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'edit-preview',
    path: orderOf('packed', '/edit'),
    open: async (page) => {
      await unfolding('Cancel units')(page);
      await press(page, 'See what it comes to');
    },
  },
  {
    name: 'order-part-cancelled',
    path: orderOf('packed', '/edit'),
    open: async (page) => {
      await unfolding('Cancel units')(page);
      await press(page, 'See what it comes to');
      await press(page, 'Confirm the change');
    },
  },
];

const newOrder: readonly State[] = [
  { name: 'new-order', path: '/orders/new' },
  { name: 'new-order-found', path: '/orders/new?q=o' },
  { name: 'new-order-nothing-found', path: '/orders/new?q=qqqqxzzk' },
  {
    name: 'new-order-chosen',
    path: '/orders/new?q=cushion',
    open: async (page) => {
      await page.getByRole('link', { name: /^Add/ }).first().click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'new-order-refused',
    path: '/orders/new?q=cushion',
    open: async (page) => {
      await page.getByRole('link', { name: /^Add/ }).first().click();
      await page.waitForLoadState('networkidle');
      const name = { 'First name': 'Ravi', 'Last name': 'Das' };
      await fill(page, {
        'Mobile number': '12',
        ...name,
        Address: '12 MG Road',
        Pincode: '99',
        City: 'Pune',
        State: 'Maharashtra',
      });
      await press(page, 'Place order');
    },
  },
];

/** The list of orders, an order, its changes, and orders by phone. */
export const statesOfOrders: readonly State[] = [...lists, ...order, ...edits, ...newOrder];
