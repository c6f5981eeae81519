import { describe, expect, test } from 'vitest';
import { ConfigurationError, readConfiguration } from '#api/environment/configuration.ts';

const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Shop <a@shop.example>', PUBLIC_SITE_URL: 'https://shop.example/' };
const sms = { SMS_AUTH_KEY: 'key', SMS_TEMPLATE_OTP: 'T1' };

describe('demo mode', () => {
  test.each([
    [{}, true],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', DEMO_MODE: '1' }, true],
    [{ DEMO_MODE: '0' }, false],
    [mail, false],
    [sms, false],
    [{ PUBLIC_SITE_URL: 'http://localhost' }, false],
    [{ TRUST_PROXY: '1' }, false],
    [{ TRUST_PROXY: '0' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ HOST: 'shop.example' }, false],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0', PUBLIC_SITE_URL: 'https://shop.example', TRUST_PROXY: '1', DEMO_MODE: '1' }, true],
  ])('with %j is %s', (env, on) => {
    expect(readConfiguration(env).demoMode).toBe(on);
  });

  test('that starts by default is local only, and one that was requested is public', () => {
    expect(readConfiguration({}).localDemo).toBe(true);
    expect(readConfiguration({ DEMO_MODE: '1' }).localDemo).toBe(false);
    expect(readConfiguration({ NODE_ENV: 'production' }).localDemo).toBe(false);
  });

  test.each([
    [mail, 'SMTP_URL'],
    [sms, 'SMS_AUTH_KEY'],
    [{ RAZORPAY_KEY_ID: 'k', RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w' }, 'RAZORPAY_KEY_ID'],
  ])('requested beside a real provider is refused, and the message names the settings to remove: %j', (env, name) => {
    const read = () => readConfiguration({ ...env, DEMO_MODE: '1' });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(new RegExp(`Unset DEMO_MODE or ${name}`));
  });
});

describe('settings', () => {
  test('of providers are read', () => {
    expect(readConfiguration({ ...mail, ...sms, SMS_TEMPLATE_ORDER_PLACED: 'T2' })).toMatchObject({
      siteUrl: 'https://shop.example',
      messages: [
        { module: { name: 'smtp' }, values: { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Shop <a@shop.example>' } },
        { module: { name: 'msg91' }, values: { SMS_AUTH_KEY: 'key', SMS_TEMPLATE_OTP: 'T1', SMS_TEMPLATE_ORDER_PLACED: 'T2' } },
      ],
    });
  });

  test('of metrics default to local access', () => {
    expect(readConfiguration({ HOST: '0.0.0.0', METRICS_PORT: '9100' }).metrics).toMatchObject({ host: '127.0.0.1', port: 9100 });
    expect(readConfiguration({ METRICS_HOST: '10.0.0.2', METRICS_PORT: '9100' }).metrics.host).toBe('10.0.0.2');
  });

  test('of S3-compatible storage are read', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const MEDIA_URL = 's3://bucket/shop/?endpoint=https://s3.example&region=auto';
    const env = { ...keys, MEDIA_URL, MEDIA_PUBLIC_URL: 'https://cdn.example/shop/', MEDIA_CACHE_MB: '5' };
    expect(readConfiguration(env).media).toEqual({
      s3: {
        bucket: 'bucket',
        prefix: 'shop/',
        endpoint: 'https://s3.example',
        region: 'auto',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
      publicUrl: 'https://cdn.example/shop',
      cacheBytes: 5 * 1024 * 1024,
    });
    expect(readConfiguration({ ...keys }).media).toMatchObject({ s3: undefined, publicUrl: undefined });
  });

  test('of allowed origins are normalised as browsers send them', () => {
    const STORE_ALLOWED_ORIGINS = 'https://shop.example/, http://localhost:8080/shop?x, HTTPS://Other.Example:443';
    const origins = ['https://shop.example', 'http://localhost:8080', 'https://other.example'];
    expect(readConfiguration({ STORE_ALLOWED_ORIGINS }).allowedOrigins).toEqual(origins);
    const PUBLIC_SITE_URL = 'https://site.example/';
    expect(readConfiguration({ STORE_ALLOWED_ORIGINS, PUBLIC_SITE_URL }).allowedOrigins).toEqual([
      ...origins,
      'https://site.example',
    ]);
  });

  test.each([
    ['', 4321],
    ['8080', 8080],
    ['0', 0],
  ])('of the port may be %j', (PORT, port) => {
    expect(readConfiguration({ PORT }).port).toBe(port);
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['0', false],
    ['1', true],
  ])('of a trusted proxy may be %j', (TRUST_PROXY, trustProxy) => {
    expect(readConfiguration({ TRUST_PROXY }).trustProxy).toBe(trustProxy);
  });

  test.each([
    [{ ...mail, MAIL_FROM: '' }, 'MAIL_FROM'],
    [{ ...mail, MAIL_FROM: 'Shop' }, 'MAIL_FROM'],
    [{ ...mail, PUBLIC_SITE_URL: '' }, 'PUBLIC_SITE_URL'],
    [{ ...mail, SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ SMS_AUTH_KEY: 'key' }, 'SMS_TEMPLATE_OTP'],
    [{ ...sms, SMS_URL: 'ftp://x' }, 'SMS_URL'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ METRICS_PORT: '99999' }, 'METRICS_PORT'],
    [{ PORT: 'abc' }, 'PORT must be .* not "abc"'],
    [{ PORT: '99999' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://host:99999/shop' }, 'DATABASE_URL'],
    [{ PUBLIC_SITE_URL: 'shop.example' }, 'PUBLIC_SITE_URL'],
    [
      { NODE_ENV: 'production', PUBLIC_SITE_URL: 'http://shop.example' },
      'PUBLIC_SITE_URL must begin with https:// in production',
    ],
    [{ STORE_ALLOWED_ORIGINS: 'https://shop.example, other.example' }, 'STORE_ALLOWED_ORIGINS.*https://.*"other.example"'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be 1 .*, otherwise 0'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ STORE_ALLOWED_ORIGINS: '*' }, 'STORE_ALLOWED_ORIGINS'],
    [{ MEDIA_URL: 'https://bucket' }, 'MEDIA_URL must be a URL such as s3:'],
    [{ MEDIA_URL: 's3://bucket' }, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set'],
    [{ MEDIA_PUBLIC_URL: 'cdn.example' }, 'MEDIA_PUBLIC_URL must be a URL'],
    [{ MEDIA_PUBLIC_URL: 'https://cdn.example/?x' }, 'MEDIA_PUBLIC_URL'],
    [{ MEDIA_CACHE_MB: '0' }, 'MEDIA_CACHE_MB must be a whole number of megabytes'],
    [{ STORE_ALLOWED_ORIGINS: 'localhost:8080' }, 'STORE_ALLOWED_ORIGINS'],
  ])('that are invalid are named: %j', (env, name) => {
    expect(() => readConfiguration(env)).toThrow(new RegExp(`^${name}`));
  });

  test.each([{ NODE_ENV: 'production', PUBLIC_SITE_URL: 'http://localhost:8080' }, { PUBLIC_SITE_URL: 'http://shop.example' }])(
    'allow an address without encryption on this machine and outside production: %j',
    (env) => {
      expect(readConfiguration(env).siteUrl).toBe(env.PUBLIC_SITE_URL);
    },
  );

  test('that are invalid are reported all together', () => {
    expect(() => readConfiguration({ LOG_LEVEL: 'loud', METRICS_PORT: 'x' })).toThrow(/LOG_LEVEL.*\n.*METRICS_PORT/);
  });
});
