import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Modal } from '#islands/dialog/Modal.tsx';
import { ProductName } from '#islands/ui/ProductName.tsx';
import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import { VariantButtons } from '#islands/ui/VariantButtons.tsx';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { t } from '#lib/contract/text/t.ts';
import { chooseFirst, chooseOption } from '#lib/rules/option-texts.ts';
import { coverPicture } from '#lib/rules/pictures/reference.ts';
import { isColourName } from '#lib/rules/product/colour-names.ts';
import {
  findChosenPicture,
  findGuidedOption,
  findValuePicture,
  findVariant,
  listChoices,
  listOptions,
} from '#lib/rules/product/options.ts';
import { SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import { BuyPrice } from './BuyPrice.tsx';
import { OptionChoice, OptionField } from './OptionChoice.tsx';
import { findShownOffer } from './shown-offer.ts';
import './SizeSheet.css';

interface Props {
  product: Product;
  /** The references that the pictures of variants are positions of, if variants have pictures. */
  pictures: readonly string[] | undefined;
  /** The value of each option that is chosen already, '' for none. */
  initial: readonly string[];
  guide: ReactNode;
  /** URL of a stylesheet that loads with the sheet, on pages that lack those of the buy box. */
  styles?: string;
  /** Buys a variant. */
  add: (variant: Variant) => void;
  close: () => void;
}

/**
 * Asks for the size, or for each option, in a sheet over the page. With one option, pressing a value adds it to the cart. Its styles come right
 * after the first paint.
 */
export function SizeSheet({ product, pictures, initial, guide, styles, add, close }: Props) {
  const { name, variants, option_name } = product;
  const options = useMemo(() => listOptions(product), [product]);
  const [chosen, setChosen] = useState(initial);
  const [isPrompted, setPrompted] = useState(false);
  const box = useRef<HTMLElement>(null);
  const variant = findVariant(variants, chosen);
  const missing = options.findIndex((_, i) => !chosen[i]);
  const isUnavailable = missing < 0 && !variant?.stock;
  const guided = findGuidedOption(options);
  const pictureOf = (index: number, value: string) => pictures?.[findValuePicture(variants, options, index, value) ?? -1];
  const submit = () => {
    if (variant?.stock) return add(variant);
    if (missing < 0) return;
    setPrompted(true);
    box.current?.querySelector<HTMLElement>(`[name=${sheetField(missing)}]:enabled`)?.focus();
  };

  return (
    <Modal name="size-sheet" {...(styles && { styles })} layerClass="bottom-layer size-sheet" close={close}>
      <section className="bottom-sheet size-sheet-box" ref={box}>
        <header>
          <h2 id="size-sheet-title">{chooseOption(option_name)}</h2>
          <button type="button" className="icon-button" aria-label={t('Close')} onClick={close}>
            <i className="icon close" />
          </button>
        </header>
        <div className="size-sheet-product">
          <Thumbnail reference={pictures?.[findChosenPicture(variants, chosen) ?? -1] ?? coverPicture(product)} alt="" />
          <div>
            <p className="size-sheet-name">
              <ProductName name={name} />
            </p>
            <BuyPrice {...findShownOffer(product, chosen)} variantId={variant?.id} />
          </div>
        </div>
        {options.length === 1 ? (
          <OptionField heading={options[0]?.name ?? ''} field={sheetField(0)} guide={guide}>
            <VariantButtons
              variants={variants}
              pictureOf={isColourName(options[0]?.name ?? '') ? (value) => pictureOf(0, value) : undefined}
              choose={add}
            />
          </OptionField>
        ) : (
          <>
            {listChoices(options, variants, chosen).map((choices, i) => (
              <OptionChoice
                key={sheetField(i)}
                heading={options[i]?.name ?? ''}
                field={sheetField(i)}
                guide={i === guided && guide}
                error={isPrompted && i === missing ? chooseFirst(options[i]?.name) : undefined}
                choices={choices}
                chosen={chosen[i] ?? ''}
                choose={(value) => setChosen(options.map((_, at) => (at === i ? value : (chosen[at] ?? ''))))}
                pictureOf={(value) => pictureOf(i, value)}
              />
            ))}
            <div className="size-sheet-add">
              {/* Not `disabled`, which would let the focus leave the sheet. */}
              <button type="button" className="button primary" aria-disabled={isUnavailable} onClick={submit}>
                {isUnavailable ? SOLD_OUT : t('Add to cart')}
              </button>
            </div>
          </>
        )}
      </section>
    </Modal>
  );
}

/** The name of an option's form field in the sheet; those of the page have other names. */
const sheetField = (index: number): string => `sheet-option${index}`;
