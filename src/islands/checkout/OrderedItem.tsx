import { ItemRow } from '#islands/ui/ItemRow.tsx';
import { shownSize } from '#lib/rules/sizes.ts';
import './OrderedItem.css';

interface Props {
  /** Picture reference. */
  picture: string;
  name: string;
  size: string | undefined;
  quantity: number;
  /** The line's total, in paise. */
  total: number;
  /** A problem with the line, if any. */
  note?: string | undefined;
}

/** One line of the order summary. */
export function OrderedItem({ picture, name, size, quantity, total, note }: Props) {
  return (
    <ItemRow picture={picture} name={name} total={total}>
      <p className="quiet">
        {shownSize(size) && `Size ${size}, `}Qty {quantity}
      </p>
      {note && <p className="error">{note}</p>}
    </ItemRow>
  );
}
