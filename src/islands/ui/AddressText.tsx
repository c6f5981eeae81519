import type { Address } from '#lib/contract/address.ts';

interface Props {
  address: { readonly [field in keyof Address]?: string | null | undefined };
}

/** A delivery address with name, phone numbers and email. */
export function AddressText({ address }: Props) {
  return (
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
  );
}
