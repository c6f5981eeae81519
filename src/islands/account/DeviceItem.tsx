import type { SignedInDevice } from '#lib/contract/sign-in.ts';
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
          <span>{device_name}</span> {this_device && <span className="this-device">This device</span>}
        </p>
        <p className="quiet">
          {!this_device && (
            <>
              <span>Last used</span> <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
              <br />
            </>
          )}
          <span>Signed in on</span> <time dateTime={first_used_at}>{formatDay(first_used_at)}</time>
        </p>
      </div>
      <button type="button" className="button" disabled={busy} onClick={signOut}>
        Sign out<span className="visually-hidden">{` of ${this_device ? 'this device' : device_name}`}</span>
      </button>
    </li>
  );
}
