import { useStore } from '@nanostores/react';
import { type MouseEvent, type RefObject, useCallback, useState } from 'react';
import { Modal } from '#islands/dialog/Modal.tsx';
import { ProductName } from '#islands/ui/ProductName.tsx';
import { useLoad } from '#islands/ui/useLoad.ts';
import { VariantButtons } from '#islands/ui/VariantButtons.tsx';
import { isSecondTap } from '#lib/client/second-tap.ts';
import type { CartItem } from '#lib/contract/cart.ts';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import { chooseOption } from '#lib/rules/option-texts.ts';
import { $isChangingVariant, changeVariant, loadChoices } from '#lib/state/cart/change-variant.ts';
import styles from './VariantSheet.css?url';

interface Props {
  item: CartItem;
  slug: string;
  /** Gets the focus when the line of the opener has been replaced. */
  fallbackFocus: RefObject<HTMLElement | null>;
  close: () => void;
  /** Called with the key of the line that takes the item's place. */
  onReplace: (key: string) => void;
}

/** The choices of a cart line's product; pressing one puts it in the place of the line. All its styles load with it: the cart is on every page. */
export function VariantSheet({ item, slug, fallbackFocus, close, onReplace }: Props) {
  const [product, setProduct] = useState<Product>();
  const [error, setError] = useState<string>();
  const isChanging = useStore($isChangingVariant);
  const load = useCallback(async () => {
    setError(undefined);
    const { reply, result } = await loadChoices(slug);
    setProduct(reply?.data);
    setError(result.message);
  }, [slug]);
  useLoad(load, error !== undefined);

  const choose = (variant: Variant, event: MouseEvent) => {
    if (!product || isSecondTap(event)) return;
    if (variant.product_variation === item.selected_variant?.product_variation) return close();
    const key = lineKey({ product_id: product.product_id, selected_variant: variant });
    void changeVariant(lineKey(item), product, variant);
    onReplace(key);
  };

  return (
    <Modal
      name="variant-sheet"
      styles={styles}
      layerClass="bottom-layer variant-layer"
      close={close}
      fallbackFocus={fallbackFocus}
    >
      <section className="bottom-sheet variant-sheet">
        <header>
          <h2 id="variant-sheet-title">{chooseOption(item.option_name)}</h2>
          <button type="button" className="icon-button" aria-label={t('Close')} onClick={close}>
            <i className="icon close" />
          </button>
        </header>
        <p className="quiet">
          <ProductName name={item.product_name} />
        </p>
        {error !== undefined && (
          <div className="notice" role="alert">
            <p>{error}</p>
            <button type="button" className="link" onClick={() => void load()}>
              {t('Try again')}
            </button>
          </div>
        )}
        {product && !isChanging && (
          <VariantButtons variants={product.variants} pressed={item.selected_variant?.product_variation ?? ''} choose={choose} />
        )}
        {error === undefined && (!product || isChanging) && (
          <p className="variant-wait" role="status">
            <i className="spinner" />
            <span>{t('One moment…')}</span>
          </p>
        )}
      </section>
    </Modal>
  );
}
