import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePicture, pictureWidths, splitPictures, thumbnailUrl } from '#lib/rules/pictures/reference.ts';

/** A placeholder of the colours #2060a0 above #c04020, as it is stored. */
const placeholder = Buffer.from(
  '424d2200000000000000 1a000000 0c000000 0100020001001800 2040c000 a0602000'.replaceAll(' ', ''),
  'hex',
);

test('a reference to a photograph holds its size, its files in each format, and the colours of its halves', () => {
  const picture = parsePicture(`/media/3f2a9c-1200.jpg#1200x1600~${placeholder.toString('base64url')}`);
  expect(picture).toMatchObject({ src: '/media/3f2a9c-1200.jpg', width: 1200, height: 1600 });
  expect(picture.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', 'image/jpeg']);
  expect(picture.sources[0]?.srcset).toBe(
    '/media/3f2a9c-400.avif 400w, /media/3f2a9c-800.avif 800w, /media/3f2a9c-1200.avif 1200w',
  );
  expect(picture.colours).toEqual(['#269', '#b42']);
  expect(picture.edges).toEqual(['#2060a0', '#c04020']);
});

test.for(['UklG-_A', 'Qk0i-_A', `${placeholder.toString('base64url')}AA`])(
  'a placeholder in another form has no colours: %s',
  (text) => {
    const picture = parsePicture(`/media/3f2a9c-1200.jpg#1200x1600~${text}`);
    expect([picture.width, picture.colours]).toEqual([1200, undefined]);
  },
);

test('a drawing and an external picture have one file', () => {
  expect(parsePicture('/media/91bb02.svg#900x1200')).toEqual({ src: '/media/91bb02.svg', width: 900, height: 1200, sources: [] });
  expect(parsePicture('https://cdn.example/a-1200.jpg')).toEqual({ src: 'https://cdn.example/a-1200.jpg', sources: [] });
});

test('widths grow up to the photograph’s own or 1200, and never upscale', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (full) => {
      const widths = pictureWidths(full);
      expect(widths.at(-1)).toBe(Math.min(full, 1200));
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b));
    }),
  );
});

test('the thumbnail is the smallest file that exists', () => {
  expect(thumbnailUrl('/media/a-1200.jpg#1200x1600')).toBe('/media/a-400.webp');
  expect(thumbnailUrl('/media/a-300.jpg#300x400')).toBe('/media/a-300.webp');
  expect(thumbnailUrl('/media/a.svg#900x1200')).toBe('/media/a.svg');
  expect(thumbnailUrl('https://cdn.example/a-1200.jpg')).toBe('https://cdn.example/a-1200.jpg');
});

test('references are split at commas, and any text is parsed without an error', () => {
  expect(splitPictures(' /a.jpg, ,/b.jpg,')).toEqual(['/a.jpg', '/b.jpg']);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(text.startsWith(parsePicture(text).src)).toBe(true);
      expect(typeof thumbnailUrl(text)).toBe('string');
    }),
  );
});
