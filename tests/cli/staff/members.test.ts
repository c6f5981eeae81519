import { expect, test } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { findStaffOfLink } from '#api/services/staff/staff-links.ts';
import { emptyShop, store } from '#tests/support/cli/run-command.ts';

const linkIn = (text: string): string => /\/admin\/setup\?link=([\w-]{43})$/m.exec(text)?.[1] ?? 'none';

test('an owner is added with a link, gets a newer one, and is the last to stay', async () => {
  const { db, dataDir } = await emptyShop();
  expect((await store(dataDir, 'staff', 'list')).out).toContain('Nobody may sign in yet');
  const added = await store(dataDir, 'staff', 'add', 'asha@shop.example');
  expect(added.out).toContain('asha is owner once they have opened this link:');
  expect(added.out).toMatch(/^http:\/\/localhost:4321\/admin\/setup\?link=/m);
  const first = linkIn(added.out);
  expect(await findStaffOfLink(db, first)).toMatchObject({ name: 'asha', role: 'owner' });
  const newer = linkIn((await store(dataDir, 'staff', 'link', 'Asha@shop.example')).out);
  expect(await findStaffOfLink(db, first)).toBeUndefined();
  expect(await findStaffOfLink(db, newer)).toMatchObject({ name: 'asha' });
  expect((await store(dataDir, 'staff', 'list')).out).toMatch(/asha +asha@shop.example +owner +has not opened the link/);
  expect(await store(dataDir, 'staff', 'remove', 'asha@shop.example')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The shop needs an owner'),
  });
  const events = await listAudit(db, { limit: 10 });
  expect(events.map(({ action }) => action)).toEqual(['staff link', 'staff add']);
  expect(JSON.stringify(events)).not.toContain('@shop');
  expect(JSON.stringify(events)).not.toContain(first);
});

test('a packer is added, listed as JSON and removed', async () => {
  const { dataDir } = await emptyShop();
  const added = JSON.parse((await store(dataDir, 'staff', 'add', 'p@shop.example', '--name', 'Pavan', '--packer', '--json')).out);
  expect(added).toEqual({
    id: 1,
    name: 'Pavan',
    email: 'p@shop.example',
    role: 'packer',
    link: expect.stringContaining('link='),
  });
  const listed = (await store(dataDir, 'staff', 'list', '--json')).out;
  expect(JSON.parse(listed)).toEqual([
    { id: 1, name: 'Pavan', email: 'p@shop.example', role: 'packer', has_signed_in: false, last_seen_at: '' },
  ]);
  expect(await store(dataDir, 'staff', 'remove', 'p@shop.example')).toMatchObject({ code: 0 });
  expect(await store(dataDir, 'staff', 'remove', 'p@shop.example')).toMatchObject({ code: 1 });
});

test('an address or a name that cannot be used is refused', async () => {
  const { dataDir } = await emptyShop();
  expect(await store(dataDir, 'staff', 'add', 'asha')).toMatchObject({ code: 2, err: expect.stringContaining('address') });
  const named = await store(dataDir, 'staff', 'add', 'a@shop.example', '--name', 'A');
  expect(named).toMatchObject({ code: 2, err: expect.stringContaining('The name cannot be used') });
  await store(dataDir, 'staff', 'add', 'a@shop.example');
  const twice = await store(dataDir, 'staff', 'add', 'A@shop.example');
  expect(twice.code).toBe(1);
  expect(twice.err).toContain('A@shop.example is on the list already. Print a new link: store staff link A@shop.example');
});
