import { describe, expect, test } from 'vitest';
import { findPreviewPicture, toPreviewPicture } from '#lib/page/seo/preview-picture.ts';

const hash = '0123456789abcdef01234567';

describe('a picture for link previews', () => {
  test('that is a photograph is used unchanged, with its size', () => {
    expect(toPreviewPicture(`/media/${hash}-1200.jpg#1200x1600~UklGRl4`)).toEqual({
      src: `/media/${hash}-1200.jpg`,
      width: 1200,
      height: 1600,
    });
  });

  test.for([
    ['900x1200', 1200, 1600],
    ['1600x700', 1200, 525],
    ['10x4000', 4, 1600],
    ['1x99999', 1, 1600],
  ] as const)('that is a drawing of %s is its JPEG of the same shape', ([size, width, height]) => {
    expect(toPreviewPicture(`/media/${hash}.svg#${size}`)).toEqual({ src: `/media/${hash}.svg.jpg`, width, height });
  });

  test('from another site is used when its format is supported', () => {
    expect(toPreviewPicture('https://cdn.example/a/b.PNG?v=3&width=9')).toEqual({
      src: 'https://cdn.example/a/b.PNG?v=3&width=9',
    });
    for (const other of ['', 'a.svg', 'a.avif', 'a.svg?as=.png', 'a.jpg.svg']) {
      expect(toPreviewPicture(`https://cdn.example/${other}`)).toBeUndefined();
    }
  });

  test.for(['render/840?fm=jpeg', 'picture', 'v1.2/840'])(
    'from another site is used when its address names no format: %s',
    (path) => {
      expect(toPreviewPicture(`https://cdn.example/${path}`)).toEqual({ src: `https://cdn.example/${path}` });
      expect(toPreviewPicture(`/${path}`)).toBeUndefined();
    },
  );

  test('is never a drawing from another site or outside the media folder', () => {
    for (const src of [`https://cdn.example/media/${hash}.svg`, `/media/../${hash}.svg`, `/media/x/${hash}.svg`, '/logo.svg']) {
      expect(toPreviewPicture(src)).toBeUndefined();
    }
  });

  test('that is a drawing of a store elsewhere is its JPEG there', () => {
    process.env['PUBLIC_STORE_API_URL'] = 'https://api.example/api';
    try {
      const src = `https://api.example/media/${hash}.svg`;
      expect(toPreviewPicture(`${src}#900x1200`)).toEqual({ src: `${src}.jpg`, width: 1200, height: 1600 });
      expect(toPreviewPicture(`https://cdn.example/media/${hash}.svg`)).toBeUndefined();
    } finally {
      delete process.env['PUBLIC_STORE_API_URL'];
    }
  });

  test('is the first in a supported format', () => {
    expect(findPreviewPicture([undefined, '', 'https://cdn.example/a.svg', '/media/b.webp', '/media/c.jpg'])?.src).toBe(
      '/media/b.webp',
    );
    expect(findPreviewPicture([])).toBeUndefined();
  });
});
