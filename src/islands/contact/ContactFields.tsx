import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Checkbox } from '#islands/form/Checkbox.tsx';
import { EmailField } from '#islands/form/EmailField.tsx';
import { Field } from '#islands/form/Field.tsx';
import { NameFields } from '#islands/form/NameFields.tsx';
import { TextAreaField } from '#islands/form/TextAreaField.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { contactForm } from '#lib/contract/contact.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { $contact, sendContactMessage } from '#lib/state/contact.ts';
import { $auth } from '#lib/state/session/session.ts';
import './ContactFields.css';

interface Props {
  storeName: string;
}

const untouched = {
  firstname: undefined,
  lastname: undefined,
  email: undefined,
  phone_number: undefined,
  subject: undefined,
  message: undefined,
  subscribe: undefined,
};

const prefilledFields = ['firstname', 'lastname', 'email', 'phone_number'] as const;

export function ContactFields({ storeName }: Props) {
  const { loading } = useStore($contact, { ssr: 'initial' });
  const { field, form, formProps } = useActionForm({ schema: contactForm, values: untouched, send: sendContactMessage });
  const { getValues, setValue } = form;

  useEffect(() => {
    const customer = $auth.get().user?.customer;
    for (const name of prefilledFields) if (customer?.[name] && !getValues(name)) setValue(name, customer[name]);
  }, [getValues, setValue]);

  return (
    <form {...formProps} className="contact-form">
      <NameFields field={field} />
      <EmailField
        {...field('email')}
        autoComplete="email"
        replace={(email) => setValue('email', email, { shouldDirty: true, shouldValidate: true })}
      />
      <Field {...field('phone_number')} label={t('Phone number')} digits="phone" autoComplete="tel-national" />
      <Field {...field('subject')} label={t('Subject')} autoComplete="off" />
      <TextAreaField {...field('message')} label={t('Message')} rows={6} />
      <Checkbox {...field('subscribe')}>
        <Sentence parts={tParts('Send me news and offers from {store}', { store: <span translate="no">{storeName}</span> })} />
      </Checkbox>
      <button type="submit" className="button primary contact-send" disabled={loading}>
        {loading ? t('Sending…') : t('Send message')}
      </button>
    </form>
  );
}
