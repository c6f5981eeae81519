import { expect, test } from 'vitest';
import { KnownRedirects } from '#server/pages/known-redirects.ts';

const origin = 'http://shop.test';

function asking(answer: (url: string) => string | undefined | Promise<string | undefined>) {
  const asked: string[] = [];
  const redirects = new KnownRedirects(async (url) => {
    asked.push(url.slice(origin.length));
    return answer(url);
  });
  return { asked, redirects, find: (url: string, revision = 1) => redirects.find(origin, url, revision) };
}

test('an answer is asked for once in a revision, one that leads nowhere too', async () => {
  const { asked, find } = asking((url) => (url.endsWith('/old') ? '/shop' : undefined));
  for (let i = 0; i < 3; i++) {
    expect(await find('/old')).toBe('/shop');
    expect(await find('/wp-login.php')).toBeUndefined();
  }
  expect(asked).toEqual(['/old', '/wp-login.php']);
  await find('/old', 2);
  expect(asked).toHaveLength(3);
});

test('addresses of the site itself in any spelling, too long ones and damaged ones are not asked for', async () => {
  const { asked, redirects, find } = asking(() => '/wrong');
  for (const url of ['/', '/?utm_source=x&fbclid=y', '/SHOP/', '//shop', '/_astro/gone.js', '/%00', `/${'x'.repeat(5000)}`])
    expect(await find(url)).toBeUndefined();
  expect(await redirects.find(origin, '/old', undefined)).toBeUndefined();
  expect(asked).toEqual([]);
});

test('few are asked for at a time, and a failure is not kept', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let fails = true;
  const { asked, find } = asking(async () => {
    await held;
    if (fails) throw new Error('down');
    return '/shop';
  });
  const all = Promise.all(Array.from({ length: 200 }, (_, i) => find(`/try/${i}`)));
  expect(asked.length).toBeLessThan(20);
  release();
  expect((await all).every((found) => found === undefined)).toBe(true);
  fails = false;
  expect(await find('/try/0')).toBe('/shop');
});

test('at most a thousand answers are kept', async () => {
  const { asked, find } = asking(() => undefined);
  for (let i = 0; i < 1500; i++) await find(`/try/${i}`);
  await find('/try/1499');
  expect(asked).toHaveLength(1500);
  await find('/try/0');
  expect(asked).toHaveLength(1501);
});
