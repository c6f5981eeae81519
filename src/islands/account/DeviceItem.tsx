import { Sentence } from '#islands/ui/Sentence.tsx';
import type { SignedInDevice } from '#lib/contract/sign-in.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { formatDateTime, formatDay } from '#lib/rules/dates.ts';
import './DeviceItem.css';

interface Props {
  device: SignedInDevice;
  /** Another sign-out is in progress. */
  busy: boolean;
  signOut: () => void;
}

export function DeviceItem({ device: { device_name, first_used_at, last_used_at, this_device }, busy, signOut }: Props) {
  return (
    <li>
      <div>
        <p className="device-name">
          <span>{device_name}</span> {this_device && <span className="this-device">{t('This device')}</span>}
        </p>
        <p className="quiet">
          {!this_device && (
            <>
              <Sentence
                parts={tParts('Last used {date}', { date: <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time> })}
              />
              <br />
            </>
          )}
          <Sentence
            parts={tParts('Signed in on {date}', { date: <time dateTime={first_used_at}>{formatDay(first_used_at)}</time> })}
          />
        </p>
      </div>
      <button
        type="button"
        className="button"
        aria-label={this_device ? t('Sign out of this device') : t('Sign out of {device}', { device: device_name })}
        disabled={busy}
        onClick={signOut}
      >
        {t('Sign out')}
      </button>
    </li>
  );
}
