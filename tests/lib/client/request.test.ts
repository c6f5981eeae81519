import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pictureResolver } from '#lib/client/make-pictures-absolute.ts';
import { type Connection, cancelRequest, isServerFailure, type Refused, request } from '#lib/client/request.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import { removeToCartCall } from '#lib/contract/cart.ts';
import { getProductsCall, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import { cutOff } from '#tests/support/cut-off.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

beforeEach(async () => {
  shop = await openShop();
  await shop.add({ name: 'Plain T-Shirt', category: 'T-Shirts', slug: 'tee', stock: { M: 5 } });
});
afterEach(() => shop.close());

const connect = (send: Connection['send']): Connection => ({ ...shop.connection, send, inFlight: new Map() });
const real: Connection['send'] = (sent) => shop.store.fetch(sent);

/** Answers when `released` resolves, and rejects when the request is cancelled, like fetch. */
const slowly = (released: Promise<void>): Connection['send'] => {
  return async (sent) => {
    const cancelled = new Promise<never>((_, reject) => sent.signal.addEventListener('abort', () => reject(sent.signal.reason)));
    await Promise.race([released, cancelled]);
    return real(sent);
  };
};

describe('a call', () => {
  test('builds path and query, and sends a listing’s filters as form data', async () => {
    const sent: Request[] = [];
    const connection = connect((made) => {
      sent.push(made.clone());
      return real(made);
    });
    const found = await request(connection, singleProductDetailsCall, { params: { slug: 'tee' } });
    const listed = await request(connection, getProductsCall, {
      params: { page: 1 },
      body: { sub_category: 'T-Shirts', in_stock: true },
    });
    expect(found).toMatchObject({ success: true, data: { name: 'Plain T-Shirt' } });
    expect(listed).toMatchObject({ success: true, total: 1 });
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}${new URL(url).search}`)).toEqual([
      'GET /api/single-product-details/tee',
      'POST /api/get-products?page=1',
    ]);
    expect(sent[1]?.headers.get('content-type')).toMatch(/^multipart\/form-data/);
    expect(Object.fromEntries((await sent[1]?.formData()) ?? [])).toEqual({ sub_category: 'T-Shirts', in_stock: '1' });
  });

  test('to a store elsewhere resolves the picture references of the reply to its origin', async () => {
    const prepareReply = pictureResolver('https://api.example/shop/api');
    const headers = { [APPLICATION_KEY_HEADER]: shop.connection.applicationKey };
    const images = '/media/a.jpg#9x9,https://cdn.example/b.jpg, /media/c.svg#9x9';
    const { data } = (await (
      await shop.store.fetch(new Request(`${shop.connection.base}/single-product-details/tee`, { headers }))
    ).json()) as { data: object };
    const product = { ...data, product_images: images, cover_image: '//cdn.example/d.jpg', name: '/media/e' };
    const send = async () => Response.json({ success: true, data: product });
    const found = await request({ ...connect(send), prepareReply }, singleProductDetailsCall, { params: { slug: 'tee' } });
    expect(found).toMatchObject({
      data: {
        product_images: 'https://api.example/media/a.jpg#9x9,https://cdn.example/b.jpg, https://api.example/media/c.svg#9x9',
        cover_image: '//cdn.example/d.jpg',
        name: '/media/e',
      },
    });
    expect([pictureResolver('/api'), pictureResolver(''), pictureResolver(undefined)]).toEqual([undefined, undefined, undefined]);
    const reply = {
      logo: 'uploads/a.jpg, data:image/gif;x',
      product_images: ['b.jpg', { url: 'c.jpg', image: '/d.jpg' }],
      slug: 'e.jpg',
    };
    prepareReply?.(reply);
    expect(reply).toEqual({
      logo: 'https://api.example/uploads/a.jpg, data:image/gif;x',
      product_images: ['https://api.example/b.jpg', { url: 'c.jpg', image: 'https://api.example/d.jpg' }],
      slug: 'e.jpg',
    });
  });

  test('that is cancelled resolves to null', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const connection = connect(slowly(promise));
    const options = { params: { slug: 'tee' } };
    const waiting = request(connection, singleProductDetailsCall, options);
    cancelRequest(connection, singleProductDetailsCall, options);
    expect(await waiting).toBeNull();
    expect(connection.inFlight?.size).toBe(0);
    resolve();
  });

  test('that is cancelled while its response is read resolves to null', async () => {
    const options = { params: { slug: 'tee' } };
    const connection = connect(async () => {
      cancelRequest(connection, singleProductDetailsCall, options);
      return new Response(new ReadableStream({ start: (body) => body.error(new Error('aborted')) }));
    });
    expect(await request(connection, singleProductDetailsCall, options)).toBeNull();
  });

  test('cancels an identical pending one, and no other', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const connection = connect(slowly(promise));
    const first = request(connection, singleProductDetailsCall, { params: { slug: 'tee' } });
    const other = request(connection, singleProductDetailsCall, { params: { slug: 'none' } });
    const second = request(connection, singleProductDetailsCall, { params: { slug: 'tee' } });
    resolve();
    expect(await first).toBeNull();
    expect(await second).toMatchObject({ success: true });
    expect(await other).toMatchObject({ success: false, httpStatus: 404 });
  });

  test.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 0],
    ['a part of an answer', async () => cutOff('{"success":tr'), 0],
    ['an error page', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 502],
    ['an answer of another kind', async () => Response.json([1, 2]), 200],
    ['a refusal without a message', async () => Response.json({ success: false, message: [] }, { status: 500 }), 500],
  ])('that gets %s fails with its own message', async (_, send, httpStatus) => {
    const outcome = await request(connect(send), singleProductDetailsCall, { params: { slug: 'tee' } });
    expect(outcome).toMatchObject({ success: false, message: failure.products, httpStatus });
  });
});

test.each([
  [200, '<h1>Sign in to Wi-Fi</h1>'],
  [502, '<h1>Sign in to Wi-Fi</h1>'],
  [200, ''],
])('an answer with status %i and the body %j, which is no reply, counts as a failure of the server', async (status, body) => {
  const connection = connect(async () => new Response(body, { status }));
  const outcome = await request(connection, removeToCartCall, { body: { product_id: 1 } });
  expect(isServerFailure(outcome as Refused)).toBe(true);
});

describe('the code of a refusal', () => {
  const credentials = { body: { email: 'asha@example.com', password: 'wrong!pass' } };
  const answering = (reply: object, status = 401) => connect(async () => Response.json(reply, { status }));

  test('comes from the store', async () => {
    expect(await request(connect(real), loginCall, credentials)).toMatchObject({ httpStatus: 401, code: 'login_refused' });
    const stranger = { ...connect(real), applicationKey: 'wrong' };
    expect(await request(stranger, loginCall, credentials)).toMatchObject({ httpStatus: 401, code: 'application_key' });
  });

  test('is derived from the message where a store sends none, or an unknown one', async () => {
    const sentence = { success: false, message: failure.verifyEmail };
    expect(await request(answering(sentence), loginCall, credentials)).toMatchObject({ code: 'email_unverified' });
    const foreign = { ...sentence, code: 'E_MAIL_17' };
    expect(await request(answering(foreign), loginCall, credentials)).toMatchObject({ code: 'email_unverified' });
  });

  test('that is sent takes precedence over the message', async () => {
    const translated = { success: false, message: 'Anmeldung fehlgeschlagen', code: 'login_refused' };
    expect(await request(answering(translated), loginCall, credentials)).toMatchObject({ code: 'login_refused' });
  });

  test('is absent for other refusals', async () => {
    const outcome = await request(answering({ success: false, message: 'constructor' }), loginCall, credentials);
    expect(outcome).not.toHaveProperty('code');
  });
});
