import type { Variant } from '#lib/contract/catalogue.ts';
import { SOLD_OUT } from '#lib/rules/product/stock-notes.ts';
import './SizeChoice.css';

interface Props {
  /** Name of the option in which the variants differ, such as "Size". */
  heading: string;
  /** The error when the shopper pressed the button without a choice. */
  error: string | undefined;
  variants: readonly Variant[];
  chosen: string | undefined;
  choose: (size: string) => void;
}

/** The sizes as radio buttons. Sold-out ones are disabled and labelled. */
export function SizeChoice({ heading, error, variants, chosen, choose }: Props) {
  return (
    <fieldset className="sizes" aria-describedby={error ? 'size-prompt' : undefined}>
      <legend>{heading}</legend>
      {error && (
        <p className="error" id="size-prompt" role="alert">
          {error}
        </p>
      )}
      <div className="cluster">
        {variants.map(({ id, product_variation: size, stock }) => (
          <label key={id} className="chip size">
            <input
              type="radio"
              name="size"
              value={size}
              disabled={stock < 1}
              checked={size === chosen}
              onChange={() => choose(size)}
            />
            <span>{size}</span>
            {stock < 1 && <small>{SOLD_OUT}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
