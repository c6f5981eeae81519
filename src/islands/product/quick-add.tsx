import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { createRoot } from 'react-dom/client';
import { watchToasts } from '#islands/toasts/useToasts.ts';
import { mountOnce } from '#islands/ui/mount-once.ts';
import { type Product, singleProductDetailsCall, type Variant } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { listOptions } from '#lib/rules/product/options.ts';
import { countAvailableUnits } from '#lib/rules/product/stock-notes.ts';
import { decodePath } from '#lib/rules/routes/decode-path.ts';
import { productPrefix } from '#lib/rules/routes/fixed-paths.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { addToCart } from '#lib/state/cart/add-to-cart.ts';
import { toCartLine } from '#lib/state/cart/build-line.ts';
import styles from './quick-add.css?url';
import { SizeGuide, SizeTable } from './SizeGuide.tsx';
import { SizeSheet } from './SizeSheet.tsx';

/** The product whose choices are asked for, and what receives the chosen variant: undefined if the sheet was closed. */
const $asked = atom<{ product: Product; answer: (variant: Variant | undefined) => void } | undefined>();

function AskedChoice() {
  const asked = useStore($asked);
  if (!asked) return null;
  const { product, answer } = asked;
  const { size_guide: guide } = product;
  const table = guide?.rows?.length ? <SizeTable guide={guide} /> : undefined;
  return (
    <SizeSheet
      product={product}
      pictures={splitPictures(product.product_images)}
      initial={listOptions(product).map(() => '')}
      guide={guide && <SizeGuide id="sheet-size-guide" table={table} page={guide.page} />}
      styles={styles}
      add={answer}
      close={() => answer(undefined)}
    />
  );
}

const mountSheet = mountOnce(async () => () => createRoot(document.createElement('div')).render(<AskedChoice />), console.warn);

/** Opens the sheet of choices; resolves when it is closed, with the focus where it was. */
async function askForVariant(product: Product): Promise<Variant | undefined> {
  await mountSheet();
  return new Promise((resolve) => {
    const answer = (variant: Variant | undefined) => {
      $asked.set(undefined);
      resolve(variant);
    };
    $asked.set({ product, answer });
  });
}

/**
 * Adds the product that a link leads to to the cart, at the price and with the stock that the store has now. One with several variants asks which.
 * Resolves when that is done or was given up; a call that fails is told by a toast.
 */
export async function quickAdd({ pathname }: HTMLAnchorElement): Promise<void> {
  const slug = (decodePath(pathname) ?? pathname).slice(productPrefix.length);
  watchToasts();
  // The cart popup is an island in the header.
  document.querySelector('[data-cart-count]')?.closest('astro-island')?.dispatchEvent(new Event('pointerover'));
  document.querySelector('.unreachable')?.remove();
  const { reply } = await runCall(callStore(singleProductDetailsCall, { params: { slug }, failure: failure.cartAdd }), {
    toast: {},
  });
  if (!reply) return;
  const product = reply.data;
  const { variants } = product;
  const isAsked = variants.length > 1 && countAvailableUnits(product) > 0;
  const variant = isAsked ? await askForVariant(product) : variants[0];
  if (!isAsked || variant) await addToCart(toCartLine(product, variant, 1));
}
