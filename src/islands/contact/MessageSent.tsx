import { CheckIcon } from '#islands/ui/CheckIcon.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { t, tParts } from '#lib/contract/text/t.ts';
import { type ContactMessage, startNewContactMessage } from '#lib/state/contact.ts';
import './MessageSent.css';

interface Props {
  message: ContactMessage;
}

export function MessageSent({ message }: Props) {
  return (
    <div className="message-sent">
      <CheckIcon />
      <h3 tabIndex={-1}>
        <Sentence parts={tParts('Thank you, {name}', { name: <span translate="no">{message.firstname}</span> })} />
      </h3>
      <p>
        <Sentence
          parts={tParts('We have received your message about “{subject}” and will reply to {email}.', {
            subject: <span>{message.subject}</span>,
            email: <strong>{message.email}</strong>,
          })}
        />
      </p>
      <button type="button" className="button" onClick={startNewContactMessage}>
        {t('Write another message')}
      </button>
    </div>
  );
}
