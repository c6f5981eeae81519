import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepUsedHashes } from '#lib/page/csp/used-hashes.ts';
import { deferScripts } from '#lib/page/deferred-scripts.ts';

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const known = ['first()', 'second()', '.a{color:red}', '.b{color:red}'].map(hash);
const [first, second, styleA, styleB] = known;
const policy = `default-src 'self'; script-src 'self' ${first} ${second}; style-src 'self' ${styleA} ${styleB};`;

test('the policy of a page keeps the hashes of its own scripts and styles only', () => {
  expect(keepUsedHashes(policy, '<style>.b{color:red}</style><script data-x="1">first()</script>')).toBe(
    `default-src 'self'; script-src 'self' ${first}; style-src 'self' ${styleB};`,
  );
  expect(keepUsedHashes(policy, '<p>Nothing inline</p>')).toBe("default-src 'self'; script-src 'self'; style-src 'self';");
});

test('code that the policy did not allow stays forbidden', () => {
  const injected = keepUsedHashes(policy, '<script>steal()</script><script>first() </script><img onerror="second()">');
  expect(injected).toBe("default-src 'self'; script-src 'self'; style-src 'self';");
});

test('text that looks like a script hides none of the page', () => {
  const title = '<meta content="<script>\'first()"><p title="a > <style> b">x</p>';
  expect(keepUsedHashes(policy, `${title}<style>.a{color:red}</style>`)).toContain(`style-src 'self' ${styleA};`);
});

test('the policy of a page does not depend on the elements between its scripts', () => {
  const piece = fc.constantFrom(
    '<style>.a{color:red}</style>',
    '<style>.c{color:red}</style>',
    '<script data-x="1">first()</script>',
    '<script>second()</script>',
    '<script type="module" src="/a.js"></script>',
    '<script type="application/ld+json">{"name":"x > y"}</script>',
    '<p title="a > b">x</p>',
    '<p title="<script>\'second()">x</p>',
    '<p title="</script><style>">x</p>',
    '<!-- <style> -->',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const html = pieces.join('');
      const own = known.filter((_, i) => html.includes(['first()</', '>second()</', '>.a{', '>.b{'][i] ?? ''));
      for (const hash of own) expect(keepUsedHashes(policy, html)).toContain(hash);
      // A look at all tags, which something that is not allowed causes, finds the same.
      const looked = keepUsedHashes(policy, `${html}<script>other()</script>`);
      expect(keepUsedHashes(policy, html)).toBe(looked);
    }),
  );
});

test('sources that are not hashes stay', () => {
  const payment = "script-src 'self' https://*.razorpay.com; style-src-elem 'self' 'unsafe-inline';";
  expect(keepUsedHashes(payment, '')).toBe(payment);
});

test('texts that look like parts of a page change nothing of it', () => {
  const text = '</head> <body> <a class= <script>(()=>{ <style>astro-island</style> <script type=module src=x></script>';
  const page = (more: string) =>
    `<html><head><meta content="${text}">${more}<script data-styles="/later.css">start()</script> <noscript><link></noscript>` +
    `</head> <body> <a class="skip button" title="${text}">Skip</a><script type="module" src="/page.js"></script></body></html>`;
  const finished = deferScripts(page(''));
  expect(finished).toContain(
    '<script data-modules="/page.js" data-styles="/later.css">start()</script> <noscript><link></noscript></head>',
  );
  expect(finished.split(text)).toHaveLength(3);
  expect(finished).not.toContain('type="module"');
  expect(deferScripts(page('<style>a{}</style>'))).toContain('<style>a{}</style><script data-modules=');
});

test('a page whose island hydrates with it keeps its modules and runtime', () => {
  const page =
    '<head><script data-styles="/later.css">start()</script><noscript></noscript></head><body><a class="skip "></a>' +
    '<astro-island props="{}" client="load"></astro-island><script type="module" src="/page.js"></script></body>';
  expect(deferScripts(page)).toBe(page);
});
