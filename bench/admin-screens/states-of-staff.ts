import type { Page } from 'playwright';
import { write } from '../../src/api/database/transaction.ts';
import { appCode, staffPassword } from '../../tests/support/admin/staff-person.ts';
import { fill, press, pressing, type State, unfolding, type World } from './state.ts';

const EMAIL = 'lakshmi@neem-and-paper.example';

/** The path of a new one-time link, below the admin's address. */
async function makeLink({ shop }: World): Promise<string> {
  const said = await shop.store('staff', 'add', EMAIL, '--name', 'Lakshmi').catch(() => shop.store('staff', 'link', EMAIL));
  return /\/admin(\/setup\?link=\S+)/.exec(said)?.[1] ?? '';
}

const openLink = async (page: Page, world: World): Promise<unknown> =>
  page.goto(`${world.shop.url}/admin${await makeLink(world)}`);

async function setUp(page: Page, world: World, code: (secret: string) => string): Promise<void> {
  await openLink(page, world);
  const secret = (await page.locator('code').first().innerText()).replaceAll(' ', '');
  await fill(page, { 'New password': staffPassword, Code: code(secret) });
  await press(page, 'Finish');
}

/** Sign-in, set-up, accounts and members of staff. */
export const statesOfStaff: readonly State[] = [
  { name: 'sign-in', path: '/sign-in', as: 'nobody' },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    as: 'nobody',
    open: async (page) => {
      await fill(page, { Email: EMAIL, Password: 'wrong-one!', Code: '000000' });
      await press(page, 'Sign in');
    },
  },
  { name: 'set-up', path: '/sign-in', as: 'nobody', open: openLink },
  { name: 'set-up-refused', path: '/sign-in', as: 'nobody', open: (page, world) => setUp(page, world, () => '000000') },
  { name: 'set-up-old-link', path: '/setup?link=used', as: 'nobody' },
  {
    name: 'recovery-codes',
    path: '/sign-in',
    as: 'nobody',
    open: (page, world) => setUp(page, world, (secret) => appCode(secret)),
  },
  { name: 'staff', path: '/staff' },
  { name: 'staff-change', path: '/staff', open: unfolding('Change') },
  {
    name: 'staff-refused',
    path: '/staff',
    open: async (page) => {
      await fill(page, { Email: EMAIL, Name: 'Lakshmi' });
      await press(page, 'Add and make a link');
    },
  },
  {
    name: 'staff-link',
    path: '/staff',
    open: async (page) => {
      await fill(page, { Email: 'muthulakshmi.sundaram@neem-and-paper.example', Name: 'முத்துலட்சுமி சுந்தரம்' });
      await press(page, 'Add and make a link');
    },
  },
  { name: 'account', path: '/account' },
  { name: 'account-of-packer', path: '/account', as: 'packer' },
  { name: 'account-codes', path: '/account', open: pressing('Make new recovery codes') },
  { name: 'sign-in-again', path: '/sign-in-again' },
  {
    name: 'session-ended',
    path: '/messages/1',
    as: 'packer',
    open: async (page, { db, shop, tokens }) => {
      const { hostname } = new URL(shop.url);
      const cookie = {
        name: '__Host-staff',
        domain: hostname,
        path: '/',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
      } as const;
      await page.context().addCookies([{ ...cookie, value: tokens.owner }]);
      await page.reload();
      await fill(page, { 'Answer by mail': 'It arrives on Friday.' });
      await write(db, (tx) => tx.deleteFrom('staff_session').execute());
      await press(page, 'Send answer');
    },
  },
];
