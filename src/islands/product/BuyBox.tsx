import { useStore } from '@nanostores/react';
import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { onlyLeft } from '#lib/contract/texts.ts';
import { countAddableUnits, lineKey, lineStock, MAX_LINE_QUANTITY } from '#lib/rules/cart.ts';
import { LOW_STOCK } from '#lib/rules/stock.ts';
import { addToCart } from '#lib/state/cart/actions.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { type LineProduct, toCartLine } from '#lib/state/cart/line.ts';
import '#styles/ui/stepper.css';
import './BuyBox.css';
import { BuyPrice } from './BuyPrice.tsx';
import { SizeChoice } from './SizeChoice.tsx';

/** The size that a form's radio buttons stand at. */
function chosenSize(form: HTMLFormElement | null): string | undefined {
  const chosen = form && new FormData(form).get('size');
  return typeof chosen === 'string' ? chosen : undefined;
}

/** Price, size, quantity and the button that adds to the cart. Pages hand over only the fields of LineProduct. */
export default function BuyBox({ product }: { product: LineProduct }) {
  const form = useRef<HTMLFormElement>(null);
  const { variants } = product;
  // One size only is no choice, so it needs no choosing.
  const [size, setSize] = useState(variants.length === 1 && variants[0]?.stock ? variants[0].product_variation : undefined);
  const [wanted, setWanted] = useState(1);
  const [prompted, setPrompted] = useState(false);
  const { cartItems, addLoading } = useStore($cart, { ssr: 'initial' });
  useToasts();

  // What the form holds counts: a size may be chosen before this island wakes, or in the very moment it does, unseen by React. It is
  // read with the layout, because the click that hydrates a form comes before all other effects.
  useLayoutEffect(() => {
    const node = form.current;
    const read = () => setSize(chosenSize(node));
    read();
    node?.addEventListener('change', read);
    return () => node?.removeEventListener('change', read);
  }, []);

  const variant = variants.find(({ product_variation }) => product_variation === size);
  const mustChoose = variants.length > 0 && !variant;
  const line = toCartLine(product, variant, wanted);
  const stock = mustChoose ? MAX_LINE_QUANTITY : lineStock(line);
  const inCart = mustChoose ? 0 : (cartItems.find((item) => lineKey(item) === lineKey(line))?.quantity ?? 0);
  const room = countAddableUnits(stock, inCart);
  const quantity = Math.max(1, Math.min(wanted, room));
  const soldOut = variants.length > 0 ? variants.every((one) => one.stock < 1) : stock < 1;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setPrompted(mustChoose);
    if (mustChoose) form.current?.querySelector<HTMLInputElement>('input[name=size]:enabled')?.focus();
    else void addToCart({ ...line, quantity }).then((added) => added && setWanted(1));
  };
  const note = () => {
    if (soldOut || mustChoose) return undefined;
    if (inCart > 0 && room === 0) return `All you can order of this is in your cart (${inCart}).`;
    return stock <= LOW_STOCK ? `${onlyLeft(variant ? `size ${variant.product_variation}` : product.name, stock)}.` : undefined;
  };

  return (
    <form className="buy-box" ref={form} onSubmit={submit}>
      <BuyPrice product={product} variant={variant} />
      {variants.length > 0 && (
        <SizeChoice
          variants={variants}
          chosen={size}
          prompted={prompted}
          choose={(name) => {
            setSize(name);
            setWanted(1);
            setPrompted(false);
          }}
        />
      )}
      <p className="buy-note" role="status" hidden={!note()}>
        {note()}
      </p>
      <div className="buy-bar">
        <Stepper
          name={product.name}
          quantity={quantity}
          min={1}
          max={soldOut ? 1 : Math.max(1, room)}
          onDecrease={() => setWanted(quantity - 1)}
          onIncrease={() => setWanted(quantity + 1)}
        />
        <button
          type="submit"
          className="button primary add-to-cart"
          disabled={soldOut || addLoading}
          // The second click of a double click asks for no second one of it.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {soldOut ? 'Sold out' : 'Add to cart'}
        </button>
      </div>
    </form>
  );
}
