import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import { formatPaise } from '#lib/rules/money.ts';
import './OrderedItem.css';

interface Props {
  pictures: string;
  name: string;
  size: string | undefined;
  quantity: number;
  /** The line's total, in paise. */
  paise: number;
  /** A problem with the line, if any. */
  note?: string | undefined;
}

/** One read-only line of an order. */
export function OrderedItem({ pictures, name, size, quantity, paise, note }: Props) {
  return (
    <li>
      <Thumbnail reference={pictures} alt={name} />
      <div>
        <p>{name}</p>
        <p className="quiet">
          {size && `Size ${size}, `}Qty {quantity}
        </p>
        {note && <p className="error">{note}</p>}
      </div>
      <p className="price">{formatPaise(paise)}</p>
    </li>
  );
}
