import { expect, test } from 'vitest';
import { resolvePictures } from '#lib/client/make-pictures-absolute.ts';
import { fullReplies } from '#tests/lib/other-store/full-replies.ts';

test('every picture of a reply belongs to the store’s origin', () => {
  const replies = JSON.stringify(fullReplies).replaceAll(/https?:\/\/[^"/]+\//g, '/');
  const text = JSON.stringify(resolvePictures(JSON.parse(replies), 'https://api.shop.example'));
  const pictures = text.match(/[^",]*\.(?:jpg|jpeg|png|svg|webp)/g) ?? [];
  expect(pictures.length).toBeGreaterThan(3);
  expect(pictures.filter((picture) => !picture.startsWith('https://api.shop.example/'))).toEqual([]);
});
