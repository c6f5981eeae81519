import { AddressText } from '#islands/ui/AddressText.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';

export function OrderAddress({ address }: { address: NonNullable<Order['address']> }) {
  return (
    <section aria-labelledby="order-address-title">
      <h3 id="order-address-title">{t('Delivery address')}</h3>
      <AddressText address={address} />
    </section>
  );
}
