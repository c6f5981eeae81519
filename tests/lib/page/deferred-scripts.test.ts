import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deferScripts } from '#lib/page/deferred-scripts.ts';

const start = '<head><script data-styles="/later.css">start()</script><noscript></noscript></head><body><a class="skip "></a>';

test('the modules of a page are taken out of it, in their order, and nothing else', () => {
  const piece = fc.constantFrom(
    '<script type="module" src="/a.js"></script>',
    '<script type="module" src="/b.js"></script>',
    '<script type="module" src=""></script>',
    '<script type="module" src="/c.js" async></script>',
    '<script type="module" src="',
    '"></script>',
    '<p title="&quot;>">₹ 499</p>',
    '<script>inline()</script>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const body = pieces.join('');
      const modules: string[] = [];
      const rest = body.replace(/<script type="module" src="([^"]+)"><\/script>/g, (_, address: string) => {
        modules.push(address);
        return '';
      });
      const finished = deferScripts(start + body);
      const [head = '', after] = finished.split('<a class="skip "></a>');
      expect(after).toBe(rest);
      expect(/data-modules="([^"]*)"/.exec(head)?.[1] ?? '').toBe(modules.join(' '));
    }),
  );
});
