import { expect, test } from 'vitest';
import { packVariants, unpackVariants } from '#lib/site/packed-variants.ts';
import { makeOptions, shirt } from '#tests/lib/options.ts';

test.for([
  shirt,
  makeOptions(undefined, ['S', 1], ['M', 900], ['1 / 2', 0, 12]),
  makeOptions('Colour'),
  makeOptions('A / B / C', ['1 / 2 / 3', 2]),
])('packed variants are the same, apart from stock that pages do not show', (product) => {
  const shown = product.variants.map((variant) => ({ ...variant, stock: Math.min(variant.stock, 6) }));
  expect(unpackVariants(packVariants(product))).toEqual(shown);
  const onSale = shown.map((variant, i) => (i % 2 ? variant : { ...variant, sale_ends_at: '2026-12-03T18:29:59.000Z' }));
  expect(unpackVariants(packVariants({ ...product, variants: onSale }))).toEqual(onSale);
});

test('2,048 variants are packed in less than 50 KB', () => {
  const numbers = Array.from({ length: 2048 }, (_, i) => i);
  const many = makeOptions(
    'Colour / Size / Material',
    ...numbers.map((i) => [`Colour ${i % 16} / Size ${(i >> 4) % 16} / Material ${i >> 8}`, i % 9, i % 16] as const),
  );
  expect(JSON.stringify(packVariants(many)).length).toBeLessThan(50_000);
});
