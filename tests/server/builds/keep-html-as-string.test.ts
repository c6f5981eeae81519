import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { keepHtmlAsString } from '#server/builds/keep-html-as-string.ts';

const { handler } = keepHtmlAsString().transform;

test('the installed Astro hands over the HTML of a page as it is', () => {
  const page = fileURLToPath(new URL('../../../node_modules/astro/dist/runtime/server/render/page.js', import.meta.url));
  const { code } = handler(readFileSync(page, 'utf8'));
  expect(code).toContain('response.html = body');
  expect(code).toContain('body = encoder.encode(body)');
});

test('another form of Astro stops the build', () => {
  expect(() => handler('body = encode(body)')).toThrow('no longer encodes');
});
