import { useStore } from '@nanostores/react';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { $verification } from '#lib/state/auth/email-verification.ts';
import { resumeSignInOtp } from '#lib/state/auth/sign-in.ts';
import { AuthLink } from './AuthLink.tsx';
import { CodeSignIn } from './CodeSignIn.tsx';
import { EmailVerification } from './EmailVerification.tsx';
import { PasswordSignIn } from './PasswordSignIn.tsx';
import { SignInNotice, type SignInNoticeKind } from './SignInNotice.tsx';
import './SignIn.css';

export type SignInMethod = 'password' | 'code';

interface Props {
  /** The way to sign in that the page opens with. */
  way: SignInMethod;
  arrivedBy: SignInNoticeKind | undefined;
}

const methods: { way: SignInMethod; name: string; Form: ComponentType }[] = [
  { way: 'password', name: 'Password', Form: PasswordSignIn },
  { way: 'code', name: 'One-time code', Form: CodeSignIn },
];

/** Puts the chosen way into the page's address, so that a reload opens with it. */
function saveMethodInUrl(way: SignInMethod): void {
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
  useEffect(resumeSignInOtp, []);

  const choose = (way: SignInMethod) => {
    setChosen(way);
    saveMethodInUrl(way);
  };
  const move = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = chosen === 'password' ? 'code' : 'password';
    choose(other);
    tabs.current?.querySelector<HTMLElement>(`#way-${other}`)?.focus();
  };

  if (arrivedBy === 'verify' && ['opening', 'button', 'password'].includes(step))
    return (
      <div>
        <EmailVerification />
      </div>
    );
  return (
    <div>
      <SignInNotice by={arrivedBy} />
      <div className="auth-methods" role="tablist" aria-label="Ways to sign in" ref={tabs} onKeyDown={move}>
        {methods.map(({ way, name }) => (
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
      {methods.map(({ way, Form }) => (
        <div key={way} role="tabpanel" id={`panel-${way}`} aria-labelledby={`way-${way}`} hidden={way !== chosen}>
          <Form />
        </div>
      ))}
      <p className="auth-switch">
        New here? <AuthLink to="/signup">Create an account</AuthLink>
      </p>
    </div>
  );
}
