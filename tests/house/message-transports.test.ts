import { expect, test } from 'vitest';
import { messageTransports } from '#api/services/messages/transports.ts';
import { listFiles, readProjectFile } from './imports.ts';

/** Where a provider's name may stand: its code, and the list of transports. */
const places = /^src\/api\/services\/messages\/transports(?:\/|\.ts$)/;

/** Words for a way of sending, which are no provider's name. */
const words = ['smtp', 'whatsapp', 'webhook'];

const names = [
  ...messageTransports.map(({ name }) => name).filter((name) => !words.includes(name)),
  ...messageTransports.flatMap(({ packages = [] }) => packages),
  ...['msg91', 'nodemailer', 'graph.facebook.com', 'twilio', 'gupshup'],
];

test('only the folder of transports names a provider of messages', () => {
  const files = listFiles('src').filter((file) => !places.test(file));
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => {
    const text = `${file} ${readProjectFile(file)}`.toLowerCase();
    return names.some((name) => text.includes(name));
  });
  expect(naming).toEqual([]);
});

test('no two settings of transports are alike, and names are lower-case words', () => {
  const settings = messageTransports.flatMap(({ settings: all }) => all.map(({ name }) => name));
  expect(new Set(settings).size).toBe(settings.length);
  for (const name of settings) expect(name).toMatch(/^[A-Z][A-Z0-9_]+$/);
  expect(messageTransports.map(({ name }) => name).filter((name) => !/^[a-z][a-z0-9]*$/.test(name))).toEqual([]);
});
