import type { AddressContact } from '#lib/contract/address.ts';
import '#styles/ui/link.css';

interface Props {
  contact: AddressContact;
  edit: () => void;
}

export function Recipient({ contact, edit }: Props) {
  const { firstname, lastname, phone_number, email } = contact;
  return (
    <div className="known-contact">
      <p>
        For <strong translate="no">{`${firstname} ${lastname}`}</strong>
        <br />
        <span>{`+91 ${phone_number}`}</span>
        <br />
        <span>{email}</span>
      </p>
      <button type="button" className="link known-contact-edit" data-keep-focus onClick={edit}>
        Edit<span className="visually-hidden"> contact</span>
      </button>
    </div>
  );
}
