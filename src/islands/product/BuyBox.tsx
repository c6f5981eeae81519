import { useStore } from '@nanostores/react';
import { type SubmitEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Stepper } from '#islands/ui/Stepper.tsx';
import type { Variant } from '#lib/contract/catalogue.ts';
import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import { countAddableUnits, lineKey, lineStock } from '#lib/rules/cart/cart.ts';
import { chooseFirst, namedOption, optionHeading } from '#lib/rules/option-texts.ts';
import { lowStockNote, SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import { isStaticSite } from '#lib/rules/static-site.ts';
import { addToCart } from '#lib/state/cart/add-to-cart.ts';
import { type LineProduct, toCartLine } from '#lib/state/cart/build-line.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { addCurrentToCart } from '#lib/state/product/current-product.ts';
import '#styles/ui/stepper.css';
import './BuyBox.css';
import { BuyPrice } from './BuyPrice.tsx';
import { SizeChoice } from './SizeChoice.tsx';
import { SizeSheet } from './SizeSheet.tsx';
import { findShownOffer } from './shown-offer.ts';
import { useCurrentProduct } from './useCurrentProduct.ts';

/** The selected size in a form's radio buttons. */
function chosenSize(form: HTMLFormElement | null): string | undefined {
  const chosen = form && new FormData(form).get('size');
  return typeof chosen === 'string' ? chosen : undefined;
}

/** Whether the buy bar is at the bottom of the screen, away from the sizes. */
const isBarFixed = (bar: HTMLElement | null): boolean => bar !== null && getComputedStyle(bar).position === 'fixed';

/** Price, size, quantity and the add-to-cart button. Pages pass only the fields of LineProduct, to keep the props small. */
export default function BuyBox({ product: built }: { product: LineProduct }) {
  const product = useCurrentProduct(built);
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { variants, option_name: option } = product;
  // A single size is preselected.
  const [size, setSize] = useState(variants.length === 1 && variants[0]?.stock ? variants[0].product_variation : undefined);
  const [requested, setRequested] = useState(1);
  const [prompt, setPrompt] = useState<'inline' | 'sheet'>();
  const { cartItems, addLoading } = useStore($cart, { ssr: 'initial' });
  useToasts();

  // Reads the size from the form, because it may be selected before hydration, unseen by React. As a layout effect, because the click
  // that triggers hydration is replayed before other effects.
  useLayoutEffect(() => {
    const node = form.current;
    const read = () => setSize(chosenSize(node));
    read();
    node?.addEventListener('change', read);
    return () => node?.removeEventListener('change', read);
  }, []);
  const closePrompt = useCallback(() => setPrompt(undefined), []);

  const variant = variants.find(({ product_variation }) => product_variation === size);
  const mustChoose = variants.length > 0 && !variant;
  const offer = findShownOffer(product, variant);
  const line = toCartLine(product, variant, requested);
  const stock = mustChoose ? MAX_LINE_QUANTITY : lineStock(line);
  const inCart = mustChoose ? 0 : (cartItems.find((item) => lineKey(item) === lineKey(line))?.quantity ?? 0);
  const addable = countAddableUnits(stock, inCart);
  const quantity = Math.max(1, Math.min(requested, addable));
  const soldOut = variants.length > 0 ? variants.every((one) => one.stock < 1) : stock < 1;

  const choose = (name: string) => {
    setSize(name);
    setRequested(1);
    closePrompt();
  };
  const add = (chosen: Variant | undefined, units: number) => {
    const adding = isStaticSite ? addCurrentToCart(product, chosen, units) : addToCart(toCartLine(product, chosen, units));
    void adding.then((added) => added && setRequested(1));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!mustChoose) add(variant, quantity);
    else if (isBarFixed(bar.current)) setPrompt('sheet');
    else {
      setPrompt('inline');
      form.current?.querySelector<HTMLInputElement>('input[name=size]:enabled')?.focus();
    }
  };
  const chooseInSheet = (chosen: Variant) => {
    choose(chosen.product_variation);
    add(chosen, Math.min(requested, chosen.stock));
  };
  const note = () => {
    if (soldOut || mustChoose) return undefined;
    if (inCart > 0 && addable === 0) return `You’ve added the most you can order (${inCart}).`;
    return lowStockNote(stock, variant && variants.length > 1 ? namedOption(option, variant.product_variation) : undefined);
  };

  return (
    <form className="buy-box" ref={form} onSubmit={submit}>
      <BuyPrice {...offer} />
      <div className="buy-options">
        {variants.length > 0 && (
          <SizeChoice
            heading={optionHeading(option)}
            error={prompt === 'inline' ? chooseFirst(option) : undefined}
            variants={variants}
            chosen={size}
            choose={choose}
          />
        )}
        {!soldOut && (
          <Stepper
            name={product.name}
            quantity={quantity}
            min={1}
            max={Math.max(1, addable)}
            onDecrease={() => setRequested(quantity - 1)}
            onIncrease={() => setRequested(quantity + 1)}
          />
        )}
      </div>
      <p className="buy-note" role="status" hidden={!note()}>
        {note()}
      </p>
      <div className="buy-bar" ref={bar}>
        <p className="bar-price" aria-hidden="true">
          <span className="price">{offer.price}</span>
          {offer.off > 0 && <span className="off">{offer.off}% off</span>}
        </p>
        <button
          type="submit"
          className="button primary add-to-cart"
          disabled={soldOut || addLoading}
          // Ignores the second click of a double click.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {soldOut ? SOLD_OUT : 'Add to cart'}
        </button>
      </div>
      {prompt === 'sheet' && (
        <SizeSheet title={chooseFirst(option)} variants={variants} choose={chooseInSheet} close={closePrompt} />
      )}
    </form>
  );
}
