import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { tParts } from '#lib/contract/text/t.ts';

test('a sentence with elements is rendered as it reads, without keys or separators', () => {
  const complain = vi.spyOn(console, 'error');
  const cart = createElement('a', { href: '/cart' }, 'your cart');
  const time = createElement('b', null, '2:00');
  const parts: ReactNode[] = tParts('{cart}{time}: {cart}, {time}.', { cart, time });
  const html = renderToString(createElement(Sentence, { parts }));
  expect(html).toBe('<span><a href="/cart">your cart</a><b>2:00</b>: <a href="/cart">your cart</a>, <b>2:00</b>.</span>');
  expect(complain).not.toHaveBeenCalled();
});
