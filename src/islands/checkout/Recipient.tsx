import { Sentence } from '#islands/ui/Sentence.tsx';
import type { AddressContact } from '#lib/contract/address.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
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
        <Sentence parts={tParts('For {name}', { name: <strong translate="no">{`${firstname} ${lastname}`}</strong> })} />
        <br />
        <span>{`+91 ${phone_number}`}</span>
        <br />
        <span>{email}</span>
      </p>
      <button type="button" className="link known-contact-edit" aria-label={t('Edit contact')} data-keep-focus onClick={edit}>
        {t('Edit')}
      </button>
    </div>
  );
}
