import { useRef, useState } from 'react';
import type { CartItem } from '#lib/contract/cart.ts';
import { t } from '#lib/contract/text/t.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { CartLineItem } from './CartLineItem.tsx';
import { VariantSheet } from './VariantSheet.tsx';

/** The lines of the cart, of which a shopper can change size or colour. */
export function CartLines({ items }: { items: readonly CartItem[] }) {
  const [open, setOpen] = useState<string>();
  const [replacedBy, setReplacedBy] = useState<string>();
  /** The button of the line that has taken the place of the opener's line. */
  const focused = useRef<HTMLButtonElement>(null);
  const item = items.find((one) => lineKey(one) === open);
  return (
    <>
      <ul className="cart-lines" aria-label={t('Items in your cart')}>
        {items.map((one) => {
          const key = lineKey(one);
          return (
            <CartLineItem
              key={key}
              item={one}
              {...(key === replacedBy && { variantButton: focused })}
              chooseVariant={() => setOpen(key)}
            />
          );
        })}
      </ul>
      {item?.slug && (
        <VariantSheet
          item={item}
          slug={item.slug}
          fallbackFocus={focused}
          close={() => setOpen(undefined)}
          onReplace={(key) => {
            setReplacedBy(key);
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}
