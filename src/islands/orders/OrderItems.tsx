import { ItemRow } from '#islands/ui/ItemRow.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { formatRupees, toPaise } from '#lib/rules/money.ts';
import { labelVariant, shownSize } from '#lib/rules/option-texts.ts';
import * as paths from '#lib/rules/routes/paths.ts';

interface Props {
  items: Order['items'];
  seller: string | undefined;
}

export function OrderItems({ items, seller }: Props) {
  return (
    <section aria-labelledby="order-items-title">
      <h3 id="order-items-title">{t('Items')}</h3>
      {seller && (
        <p className="quiet">
          <Sentence parts={tParts('Sold by {seller}', { seller: <span translate="no">{seller}</span> })} />
        </p>
      )}
      <ul className="order-items">
        {items.map((item) => (
          <ItemRow
            key={`${item.product_id}:${item.product_variation}`}
            picture={item.product_images}
            name={item.product_name}
            href={paths.product(item.slug)}
            total={toPaise(item.final_price) * item.quantity}
          >
            {shownSize(item.product_variation) && (
              <p className="quiet">{labelVariant(item.option_name, item.product_variation)}</p>
            )}
            <p className="quiet" translate="no">{`${formatRupees(item.final_price)} × ${item.quantity}`}</p>
          </ItemRow>
        ))}
      </ul>
    </section>
  );
}
