import type { Address } from '#lib/contract/address.ts';

interface Props {
  address: { readonly [field in keyof Address]?: string | null | undefined };
}

const joinPresent = (parts: readonly (string | null | undefined)[], separator: string): string =>
  parts.filter(Boolean).join(separator);

const formatPhone = (number: string | null | undefined): string | undefined => (number ? `+91 ${number}` : undefined);

export function AddressText({ address }: Props) {
  return (
    <address>
      <strong translate="no">{joinPresent([address.firstname, address.lastname], ' ')}</strong>
      <br />
      <span>{address.address}</span>
      <br />
      <span>{joinPresent([address.city, joinPresent([address.state, address.pincode], ' ')], ', ')}</span>
      <br />
      <span>{joinPresent([address.phone_number, address.alt_phone_number].map(formatPhone), ' / ')}</span>
      <br />
      <span>{address.email}</span>
    </address>
  );
}
