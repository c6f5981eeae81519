import { ItemRow } from '#islands/ui/ItemRow.tsx';
import { t } from '#lib/contract/text/t.ts';
import { labelVariant, shownSize } from '#lib/rules/option-texts.ts';
import './OrderedItem.css';

interface Props {
  picture: string;
  name: string;
  /** Name of the option that `size` is, if not a size: "Colour". */
  option: string | undefined;
  size: string | undefined;
  quantity: number;
  /** The line's total, in paise; undefined for a line that cannot be ordered. */
  total: number | undefined;
  note?: string | undefined;
}

export function OrderedItem({ picture, name, option, size, quantity, total, note }: Props) {
  return (
    <ItemRow picture={picture} name={name} total={total}>
      <p className="quiet">
        {shownSize(size)
          ? t('{options}, Qty {quantity}', { options: labelVariant(option, size ?? ''), quantity })
          : t('Qty {quantity}', { quantity })}
      </p>
      {note && <p className="error">{note}</p>}
    </ItemRow>
  );
}
