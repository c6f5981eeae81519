import { useStore } from '@nanostores/react';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { resumeCode } from '#lib/state/sign-in.ts';
import { $verification } from '#lib/state/verification.ts';
import { Arrival, type ArrivedBy } from './Arrival.tsx';
import { CodeForm } from './CodeForm.tsx';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { EntryLink } from './EntryLink.tsx';
import { PasswordForm } from './PasswordForm.tsx';

export type Way = 'password' | 'code';

interface Props {
  /** The way to sign in that the page opens with. */
  way: Way;
  arrivedBy: ArrivedBy | undefined;
}

const ways: { way: Way; name: string; Form: ComponentType }[] = [
  { way: 'password', name: 'Password', Form: PasswordForm },
  { way: 'code', name: 'One-time code', Form: CodeForm },
];

/** Puts the chosen way into the page's address, so that a reload opens with it. */
function rememberWay(way: Way): void {
  const address = new URL(location.href);
  if (way === 'code') address.searchParams.set('way', way);
  else address.searchParams.delete('way');
  history.replaceState(history.state, '', address);
}

/** Signing in, by password or by a one-time code. Both forms stay on the page, so that changing the way loses nothing typed. */
export default function SignIn({ way: first, arrivedBy }: Props) {
  const [chosen, setChosen] = useState(first);
  const tabs = useRef<HTMLDivElement>(null);
  const { step } = useStore($verification, { ssr: 'initial' });
  useToasts();
  useCaptcha();
  useEffect(resumeCode, []);

  const choose = (way: Way) => {
    setChosen(way);
    rememberWay(way);
  };
  const move = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = chosen === 'password' ? 'code' : 'password';
    choose(other);
    tabs.current?.querySelector<HTMLElement>(`#way-${other}`)?.focus();
  };

  if (arrivedBy === 'verify' && ['opening', 'button', 'password'].includes(step))
    return (
      <div className="entry-form">
        <ConfirmEmail />
      </div>
    );
  return (
    <div className="entry-form">
      <Arrival by={arrivedBy} />
      <div className="entry-ways" role="tablist" aria-label="Ways to sign in" ref={tabs} onKeyDown={move}>
        {ways.map(({ way, name }) => (
          <button
            key={way}
            type="button"
            role="tab"
            id={`way-${way}`}
            aria-selected={way === chosen}
            aria-controls={`panel-${way}`}
            tabIndex={way === chosen ? 0 : -1}
            onClick={() => choose(way)}
          >
            {name}
          </button>
        ))}
      </div>
      {ways.map(({ way, Form }) => (
        <div key={way} role="tabpanel" id={`panel-${way}`} aria-labelledby={`way-${way}`} hidden={way !== chosen}>
          <Form />
        </div>
      ))}
      <p className="entry-switch">
        New here? <EntryLink to="/signup">Create an account</EntryLink>
      </p>
    </div>
  );
}
