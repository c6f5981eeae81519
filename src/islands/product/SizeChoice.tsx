import type { Variant } from '#lib/contract/catalogue.ts';
import './SizeChoice.css';

interface Props {
  variants: readonly Variant[];
  chosen: string | undefined;
  /** The shopper pressed the button without a size. */
  prompted: boolean;
  choose: (size: string) => void;
}

/** The sizes as radio buttons. Sold-out ones are disabled and labelled. */
export function SizeChoice({ variants, chosen, prompted, choose }: Props) {
  return (
    <fieldset className="sizes" aria-describedby={prompted ? 'size-prompt' : undefined}>
      <legend>Size</legend>
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
            {stock < 1 && <small>Sold out</small>}
          </label>
        ))}
      </div>
      {prompted && (
        <p className="error" id="size-prompt" role="alert">
          Please choose a size first
        </p>
      )}
    </fieldset>
  );
}
