import { describe, expect, test } from 'vitest';
import { stripHtml } from '#lib/page/text/plain-text.ts';
import { sanitiseLink } from '#lib/page/text/safe-link.ts';
import { sanitiseDescription } from '#lib/page/text/sanitise-description.ts';

describe('a description from a remote store', () => {
  test('keeps text formatting', () => {
    const html = '<h3>Care</h3><p>Wash <strong>cold</strong>.<br />Dry flat.</p><table><tr><td colspan="2">S</td></tr></table>';
    expect(sanitiseDescription(html)).toBe(html);
  });

  test.for([
    '<script>alert(1)</script>',
    '<style>body{display:none}</style>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="https://evil.example"><input name=password></form>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<link rel="stylesheet" href="https://evil.example/a.css">',
    '<template><script>alert(1)</script></template>',
    '<math><mtext></p><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<textarea><img src=x onerror=alert(1)></textarea>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<details open ontoggle=alert(1)>x</details>',
    '<video><source onerror=alert(1)></video>',
  ])('loses active content: %s', (hostile) => {
    const html = sanitiseDescription(`<p>Before</p>${hostile}<p>After</p>`);
    expect(html).not.toMatch(/<\/?(?!\/?(?:p|br|strong|em|div)\b)[a-z!]/i);
    expect(html).toContain('<p>Before</p>');
    expect(html).toContain('<p>After</p>');
  });

  test.for([
    '<p id=content class=skip style="position:fixed;inset:0" onclick=alert(1) hidden>Soft</p>',
    '<p data-guard=customer>Soft</p>',
  ])('has no attribute that could affect the page: %s', (hostile) => expect(sanitiseDescription(hostile)).toBe('<p>Soft</p>'));

  test('cannot close its container element', () => {
    expect(sanitiseDescription('</div></article></main><p>Soft')).toBe('<p>Soft</p>');
  });

  test('has no headings above its own level', () => {
    expect(sanitiseDescription('<h1>A</h1><h2>B</h2>')).toBe('<h3>A</h3><h3>B</h3>');
  });
});

describe('blocks of a description', () => {
  test.for([
    'section',
    'article',
    'details',
    'figure',
    'figcaption',
    'center',
    'summary',
    'dt',
    'dd',
    'pre',
    'address',
    'header',
  ])('of %s do not run together, on a page and as text', (name) => {
    const html = `<${name}>Fabric</${name}><${name}>Cotton</${name}>`;
    expect(sanitiseDescription(html)).toBe('<div>Fabric</div><div>Cotton</div>');
    expect(stripHtml(sanitiseDescription(html))).toBe('Fabric. Cotton.');
  });

  test.for([
    '<video src="a.mp4">No films here</video>',
    '<audio controls>No sound here</audio>',
    '<object data="a.swf"><p>Install Flash</p></object>',
    '<button>Add to cart</button>',
    '<select><option>Choose</option></select>',
    '<canvas>No canvas</canvas>',
  ])('have no fallback or control text: %s', (html) => {
    expect(stripHtml(sanitiseDescription(`<p>Soft</p>${html}<p>Warm</p>`))).toBe('Soft. Warm.');
  });

  test.for([
    ['<p>यह सूती कपड़ा है।</p><p>ठंडे पानी में धोएं</p>', 'यह सूती कपड़ा है। ठंडे पानी में धोएं.'],
    ['<p>یہ کپاس ہے۔</p><p>Soft</p>', 'یہ کپاس ہے۔ Soft.'],
  ] as const)('that end with a full stop of their script get no other: %s', ([html, text]) => {
    expect(stripHtml(html)).toBe(text);
  });
});

test('a plain-text description leaves out invisible text', () => {
  expect(
    stripHtml('<style>p{color:red}</style><p>Soft</p><!-- <b>not</b> --><script>\nalert(1)\n</script><p>cotton &amp; silk</p>'),
  ).toBe('Soft. cotton & silk.');
});

describe('a link in the store’s settings', () => {
  test.for(['/shop?categories=shirts', '#new', '?page=2', 'https://example.in/a', 'mailto:a@example.in', 'tel:+911234567890'])(
    'is accepted: %s',
    (address) => expect(sanitiseLink(address)).toBe(address),
  );
  test.for([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>',
    '//evil.example',
    '/\\evil.example',
    '',
    'vbscript:x',
  ])('is ignored: %j', (address) => expect(sanitiseLink(address)).toBeUndefined());
});
