import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '#islands/form/Field.tsx';
import { TextAreaField } from '#islands/form/TextAreaField.tsx';
import { contactForm } from '#lib/contract/contact.ts';
import { $contact, type ContactMessage, sendContactMessage } from '#lib/state/contact.ts';
import { $auth } from '#lib/state/session/session.ts';
import './MessageForm.css';
import '#styles/ui/tick.css';

interface Props {
  storeName: string;
}

type FieldName = keyof ContactMessage;

/** What the store knows of a customer; nobody should have to type it again. */
const prefilledFields = ['firstname', 'lastname', 'email', 'phone_number'] as const;

/**
 * The contact form (specification 3) with its rules and messages (specification 5). It has no default values: what was typed before
 * the page's scripts came is read from the fields.
 */
export function MessageForm({ storeName }: Props) {
  const { loading } = useStore($contact, { ssr: 'initial' });
  const { register, handleSubmit, trigger, setError, setFocus, getValues, setValue, formState } = useForm({
    resolver: zodResolver(contactForm),
    mode: 'onTouched',
  });
  const { errors } = formState;

  useEffect(() => {
    const customer = $auth.get().user?.customer;
    for (const name of prefilledFields) if (customer?.[name] && !getValues(name)) setValue(name, customer[name]);
  }, [getValues, setValue]);

  const send = async (typed: ContactMessage) => {
    const { fields = {} } = await sendContactMessage(typed);
    const wrong = (Object.keys(contactForm.shape) as FieldName[]).filter((name) => fields[name]?.length);
    if (!wrong[0]) return;
    setFocus(wrong[0]);
    // The field that has lost the focus is judged by the rules first, which would take the store's word about it away again.
    await trigger();
    for (const name of wrong) setError(name, { message: fields[name]?.[0] ?? '' });
  };
  // A field left for the button would show or lose its error, which moves the button from under the pointer: the click would miss.
  const keepFocus = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[type=submit]')) event.preventDefault();
  };
  const field = (name: Exclude<FieldName, 'subscribe'>) => ({ ...register(name), error: errors[name]?.message });

  return (
    <form className="contact-form" method="post" noValidate onSubmit={handleSubmit(send)} onMouseDown={keepFocus}>
      <Field {...field('firstname')} label="First name" autoComplete="given-name" />
      <Field {...field('lastname')} label="Last name" autoComplete="family-name" />
      <Field {...field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
      <Field {...field('phone_number')} label="Phone number" digits="phone" autoComplete="tel-national" />
      <Field {...field('subject')} label="Subject" autoComplete="off" />
      <TextAreaField {...field('message')} label="Message" rows={6} />
      <label className="tick">
        <input type="checkbox" {...register('subscribe')} />
        <span>Send me news and offers from {storeName}</span>
      </label>
      <button type="submit" className="button primary contact-send" disabled={loading}>
        {loading ? 'Sending…' : 'Send message'}
      </button>
    </form>
  );
}
