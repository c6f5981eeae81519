import type { Order } from '#lib/contract/orders.ts';

/** The delivery address with contact details. */
export function OrderAddress({ address }: Pick<Order, 'address'>) {
  return (
    <section aria-labelledby="order-address-title">
      <h3 id="order-address-title">Delivery address</h3>
      <address>
        <strong>
          {address.firstname} {address.lastname}
        </strong>
        <br />
        {address.address}
        <br />
        {address.city}, {address.state} {address.pincode}
        <br />
        +91 {address.phone_number}
        {address.alt_phone_number && ` / +91 ${address.alt_phone_number}`}
        <br />
        {address.email}
      </address>
    </section>
  );
}
