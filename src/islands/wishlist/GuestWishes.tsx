import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { focusNeighbour } from '#islands/ui/focus-neighbour.ts';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import type { GuestWish } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { loadWishedProduct, removeGuestWish } from '#lib/state/wishlist/guest-wishes.ts';
import { $wishlist } from '#lib/state/wishlist/wishlist.ts';
import { WishlistGrid } from './WishlistGrid.tsx';
import { WishlistItem } from './WishlistItem.tsx';
import './GuestWishes.css';

/** A product as it was saved, until the store has told what it costs; without it, it stays so. */
function SavedItem({ wish, remove }: { wish: GuestWish; remove: () => void }) {
  return (
    <li className="wishlist-item">
      <div className="wishlist-product">
        <Thumbnail reference={wish.picture} alt={wish.name} />
        <h2>
          <a href={paths.product(wish.slug)}>{wish.name}</a>
        </h2>
      </div>
      <button
        type="button"
        className="icon-button wishlist-remove"
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget, '.wishlist-remove');
          remove();
        }}
      >
        <i className="icon close" />
        <span className="visually-hidden">{t('Remove {product}', { product: wish.name })}</span>
      </button>
    </li>
  );
}

function GuestItem({ wish }: { wish: GuestWish }) {
  const [product, setProduct] = useState<Product>();
  useEffect(() => {
    let isCurrent = true;
    void loadWishedProduct(wish).then((loaded) => isCurrent && setProduct(loaded));
    return () => {
      isCurrent = false;
    };
  }, [wish]);
  useEffect(() => {
    if (product) dispatchWindowEvent('pictures');
  }, [product]);
  const remove = () => removeGuestWish(wish);
  return product ? <WishlistItem product={product} remove={remove} /> : <SavedItem wish={wish} remove={remove} />;
}

/** What a guest has saved on this device, with its present prices, and the way to keep it. */
export function GuestWishes() {
  const { guestWishes } = useStore($wishlist);
  const section = useRef<HTMLElement>(null);
  // The browser has looked for the fragment before the section was there.
  useEffect(() => {
    if (location.hash === `#${section.current?.id}`) section.current?.scrollIntoView();
  }, []);
  return (
    <section className="section guest-wishes" id="saved" aria-labelledby="saved-title" ref={section}>
      <div className="section-head">
        <h2 id="saved-title">{t('Saved on this device')}</h2>
        <a href={paths.signIn(paths.cart)}>{t('Sign in to keep them on all your devices')}</a>
      </div>
      <WishlistGrid>
        {guestWishes.map((wish) => (
          <GuestItem key={wish.product_id} wish={wish} />
        ))}
      </WishlistGrid>
    </section>
  );
}
