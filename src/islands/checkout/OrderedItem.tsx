import { Thumbnail } from '#islands/ui/Thumbnail.tsx';
import { formatPaise } from '#lib/rules/money.ts';
import './OrderedItem.css';

interface Props {
  pictures: string;
  name: string;
  size: string | undefined;
  quantity: number;
  /** What the line costs, in paise. */
  paise: number;
  /** What is wrong with the line, if anything. */
  note?: string | undefined;
}

/** One line of an order, to look at only. */
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
