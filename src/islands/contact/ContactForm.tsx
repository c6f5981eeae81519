import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { $contact } from '#lib/state/contact.ts';
import { ContactFields } from './ContactFields.tsx';
import { MessageSent } from './MessageSent.tsx';

interface Props {
  storeName: string;
}

/** The contact form, replaced by a thank-you once sent. The focus moves with it. */
export default function ContactForm({ storeName }: Props) {
  const { received } = useStore($contact, { ssr: 'initial' });
  const container = useRef<HTMLDivElement>(null);
  const wasReceived = useRef(false);
  useToasts();
  useCaptcha();

  useEffect(() => {
    const changed = wasReceived.current !== (received !== null);
    wasReceived.current = received !== null;
    if (changed) container.current?.querySelector<HTMLElement>(received ? 'h3' : '[name=subject]')?.focus();
  }, [received]);

  return <div ref={container}>{received ? <MessageSent message={received} /> : <ContactFields storeName={storeName} />}</div>;
}
