import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { isSecondTap } from '#lib/client/second-tap.ts';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { MAX_LINE_QUANTITY } from '#lib/contract/limits.ts';
import { t } from '#lib/contract/text/t.ts';
import { countAddableUnits, lineKey, lineStock } from '#lib/rules/cart/cart.ts';
import { chooseFirst, namedOption, OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import {
  findChosenPicture,
  findGuidedOption,
  findValuePicture,
  findVariant,
  listChoices,
  listOptions,
  optionField,
  splitVariantName,
} from '#lib/rules/product/options.ts';
import { lowStockNote, SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import { isStaticSite } from '#lib/rules/static-site.ts';
import { type PackedVariants, unpackVariants } from '#lib/site/packed-variants.ts';
import { addToCart } from '#lib/state/cart/add-to-cart.ts';
import { toCartLine } from '#lib/state/cart/build-line.ts';
import { $cart, setCartFields } from '#lib/state/cart/cart.ts';
import { $chosenVariant } from '#lib/state/delivery-check.ts';
import { $currentProduct, addCurrentToCart } from '#lib/state/product/current-product.ts';
import { $soldOutChoice } from '#lib/state/product/stock-alert.ts';
import { BuyPrice } from './BuyPrice.tsx';
import { OptionChoice } from './OptionChoice.tsx';
import { SizeGuide } from './SizeGuide.tsx';
import { SizeSheet } from './SizeSheet.tsx';
import { findShownOffer } from './shown-offer.ts';
import '#styles/ui/stepper.css';
import './BuyBox.css';

const useStoreProduct = (built: Product): Product => useStore($currentProduct, { ssr: 'initial' }) ?? built;

/** The page's product: on a static site as the store has it now, once that is known. */
const useCurrentProduct: typeof useStoreProduct = isStaticSite ? useStoreProduct : (built) => built;

/** The value of a field of radio buttons or a list. */
function readField(form: HTMLFormElement | null, name: string): string {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) return field.checked ? field.value : '';
  return field && 'value' in field ? String(field.value) : '';
}

/** Shows a picture of the gallery, without scrolling the page: on a desktop, where all are in view, it comes first. */
function showPicture(index: number): void {
  const slides = document.querySelector('.gallery .views');
  const [first, wanted] = [slides?.children[0], slides?.children[index]];
  if (!slides || !(first instanceof HTMLElement) || !(wanted instanceof HTMLElement)) return;
  if (slides.scrollWidth > slides.clientWidth) slides.scrollTo({ left: wanted.offsetLeft - first.offsetLeft });
  else for (const slide of slides.children) if (slide instanceof HTMLElement) slide.style.order = slide === wanted ? '-1' : '';
}

/** Whether the buy bar is at the bottom of the screen, away from the sizes. */
const isBarFixed = (bar: HTMLElement | null): boolean => bar !== null && getComputedStyle(bar).position === 'fixed';

const PROMPT_ID = 'choose-first';

interface Props {
  /** Only the fields that a cart line needs, without its variants, to keep the props small. */
  product: Product;
  packed: PackedVariants;
  /** The references that the pictures of variants are positions of, if variants have pictures. */
  pictures?: string[];
  /** The size guide: its measurements, or only a page that has them. */
  guide?: ReactNode;
  guidePage?: string;
  /** Where a shopper finds products like one that is sold out. */
  similar?: string;
}

export default function BuyBox({ product: built, packed, pictures, guide: table, guidePage, similar = '#similar' }: Props) {
  const unpacked = useMemo(() => ({ ...built, variants: unpackVariants(packed) }), [built, packed]);
  const product = useCurrentProduct(unpacked);
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { variants, option_name: option } = product;
  const options = useMemo(() => listOptions(product), [product]);
  // A single variant is preselected.
  const [chosen, setChosen] = useState(() => {
    const [only] = variants.length === 1 && variants[0]?.stock ? variants : [];
    return options.map((_, i) => (only ? (splitVariantName(only.product_variation, options.length)[i] ?? '') : ''));
  });
  const [requested, setRequested] = useState(1);
  const [prompt, setPrompt] = useState<'inline' | 'sheet'>();
  const [isAdding, setAdding] = useState(false);
  const [refused, setRefused] = useState<{ message: string; retry: () => void }>();
  const { cartItems, addLoading } = useStore($cart, { ssr: 'initial' });
  useToasts();

  // Reads the choices from the form, because they may be made before hydration, unseen by React. As a layout effect, because the click
  // that triggers hydration is replayed before other effects.
  useLayoutEffect(() => {
    const node = form.current;
    const read = () => setChosen(options.map((_, i) => readField(node, optionField(i))));
    read();
    node?.addEventListener('change', read);
    return () => node?.removeEventListener('change', read);
  }, [options]);
  const picture = findChosenPicture(variants, chosen);
  useEffect(() => {
    if (picture !== undefined) showPicture(picture);
  }, [picture]);
  const isBusy = addLoading || isAdding;
  const closePrompt = useCallback(() => setPrompt(undefined), []);

  const missing = options.findIndex((_, i) => !chosen[i]);
  const variantName = chosen.join(OPTION_SEPARATOR);
  const variant = findVariant(variants, chosen);
  const mustChoose = variants.length > 0 && !variant;
  const chosenId = variant?.id;
  useEffect(() => $chosenVariant.set(chosenId), [chosenId]);
  useEffect(() => $soldOutChoice.set(variant && variant.stock < 1 ? variant : undefined), [variant]);
  // A combination that does not exist, or one that the URL chose.
  const isUnavailable = variants.length > 0 && missing < 0 && !variant?.stock;
  const isPrompted = prompt === 'inline' && missing >= 0;
  const offer = findShownOffer(product, chosen);
  const line = toCartLine(product, variant, requested);
  const stock = mustChoose ? MAX_LINE_QUANTITY : lineStock(line);
  const inCart = mustChoose ? 0 : (cartItems.find((item) => lineKey(item) === lineKey(line))?.quantity ?? 0);
  const addable = countAddableUnits(stock, inCart);
  const quantity = Math.max(1, Math.min(requested, addable));
  const soldOut = variants.length > 0 ? variants.every((one) => one.stock < 1) : stock < 1;

  const guideWith = (id: string) => Boolean(table || guidePage) && <SizeGuide id={id} table={table} page={guidePage} />;
  const guided = findGuidedOption(options);

  const choose = (values: string[]) => {
    setRefused(undefined);
    setChosen(values);
    setRequested(1);
    closePrompt();
  };
  const add = async (wanted: Variant | undefined, units: number) => {
    setAdding(true);
    setRefused(undefined);
    setCartFields({ error: null });
    const adding = isStaticSite ? addCurrentToCart(product, wanted, units) : addToCart(toCartLine(product, wanted, units));
    const isAdded = await adding;
    setAdding(false);
    if (isAdded) return setRequested(1);
    const message = $cart.get().error;
    if (message) setRefused({ message, retry: () => void add(wanted, units) });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // A tap while the cart is on its way is an impatient one.
    if (isBusy || $cart.get().isCartOpen) return;
    if (!mustChoose) void add(variant, quantity);
    else if (isBarFixed(bar.current) && !isUnavailable) setPrompt('sheet');
    else {
      setPrompt('inline');
      form.current?.querySelector<HTMLElement>(`[name=${optionField(missing)}]:enabled`)?.focus();
    }
  };
  const chooseInSheet = (wanted: Variant) => {
    choose(splitVariantName(wanted.product_variation, options.length));
    void add(wanted, Math.min(requested, wanted.stock));
  };
  const note = () => {
    if (soldOut) return undefined;
    if (isUnavailable) return t('{option} is not available.', { option: variantName });
    if (mustChoose) return undefined;
    if (inCart > 0 && addable === 0) return t('You’ve added the most you can order ({count}).', { count: inCart });
    return lowStockNote(stock, variant && variants.length > 1 ? namedOption(option, variant.product_variation) : undefined);
  };

  return (
    <form className="buy-box" method="dialog" ref={form} onSubmit={submit}>
      <BuyPrice {...offer} variantId={variant?.id} />
      {soldOut && (
        <p className="buy-sold-out">
          <b>{product.unpriced ? t('Not available') : SOLD_OUT}</b>
        </p>
      )}
      <div className="buy-options">
        {listChoices(options, variants, chosen).map((choices, i) => (
          <OptionChoice
            key={optionField(i)}
            heading={options[i]?.name ?? ''}
            field={optionField(i)}
            errorId={isPrompted && i === missing ? PROMPT_ID : undefined}
            choices={choices}
            chosen={chosen[i] ?? ''}
            choose={(value) => choose(options.map((_, at) => (at === i ? value : (chosen[at] ?? ''))))}
            pictureOf={(value) => pictures?.[findValuePicture(variants, options, i, value) ?? -1]}
            guide={i === guided && guideWith('size-guide')}
            isQuiet={soldOut}
            canWait
          />
        ))}
        {options.length === 0 && guideWith('size-guide')}
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
      {isPrompted && (
        <p className="error buy-note" role="alert" id={PROMPT_ID}>
          {chooseFirst(options[missing]?.name)}
        </p>
      )}
      <div className="buy-bar" ref={bar}>
        {refused && (
          <p className="error retry-note buy-error" role="alert">
            <span>{refused.message}</span>
            <button type="button" onClick={refused.retry}>
              {t('Try again')}
            </button>
          </p>
        )}
        <p className="bar-price" aria-hidden="true" key={variant?.id}>
          <span className="price" translate="no" suppressHydrationWarning>
            {offer.price}
          </span>
          <span className="off" hidden={offer.off === 0} suppressHydrationWarning>
            {t('{percent}% off', { percent: offer.off })}
          </span>
        </p>
        {soldOut ? (
          <a className="button primary add-to-cart" href={similar} data-native>
            {t('See similar')}
          </a>
        ) : (
          <button
            type="submit"
            className="button primary add-to-cart"
            aria-busy={isBusy || undefined}
            // Not `disabled`, which would lose the focus that the cart popup restores on close.
            aria-disabled={isBusy || undefined}
            disabled={isUnavailable}
            onClick={(event) => isSecondTap(event) && event.preventDefault()}
          >
            {isUnavailable ? SOLD_OUT : t('Add to cart')}
          </button>
        )}
      </div>
      {prompt === 'sheet' && (
        <SizeSheet
          product={product}
          pictures={pictures}
          initial={chosen}
          guide={guideWith('sheet-size-guide')}
          add={chooseInSheet}
          close={closePrompt}
        />
      )}
    </form>
  );
}
