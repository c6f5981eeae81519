import { useStore } from '@nanostores/react';
import { Suspense, useRef, useState } from 'react';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { lazyModule } from '#islands/ui/lazy-module.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { t } from '#lib/contract/text/t.ts';
import { $devices, fetchDevices, signOutDevice, signOutEverywhere } from '#lib/state/accounts/devices.ts';
import { DeviceItem } from './DeviceItem.tsx';
import './Devices.css';
import '#styles/ui/skeleton.css';

const ConfirmDialog = lazyModule(
  async () => ({ default: (await import('#islands/dialog/ConfirmDialog.tsx')).ConfirmDialog }),
  () => location.reload(),
);

const confirmLogout = () => void import('./open-logout-dialog.tsx').then(({ openLogoutDialog }) => openLogoutDialog());

export function Devices() {
  const { devices, loading, error, ending } = useStore($devices, { ssr: 'initial' });
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useLoad(fetchDevices, error !== null);

  /** Signs a device out and focuses the list, because the pressed button is removed. */
  const signOutOf = async (device: Parameters<typeof signOutDevice>[0]) => {
    const { ok } = await signOutDevice(device);
    if (ok) list.current?.focus({ preventScroll: true });
  };
  const signOutOfAll = async () => {
    const { ok } = await signOutEverywhere();
    if (!ok) setConfirmOpen(false);
  };

  return (
    <div className="devices">
      <p className="quiet">{t('If you do not know a device here, sign it out and choose a new password.')}</p>
      {error && <LoadError message={error} busy={loading} retry={() => void fetchDevices()} />}
      {!devices && !error && (
        <div className="device-places loading-places" aria-busy="true">
          <p className="visually-hidden" role="status">
            {t('Loading your devices…')}
          </p>
          <i />
          <i />
        </div>
      )}
      {devices && (
        <ul ref={list} tabIndex={-1} aria-label={t('Your devices')}>
          {devices.map((device) => (
            <DeviceItem
              key={device.session_id}
              device={device}
              busy={ending !== null}
              signOut={() => (device.this_device ? confirmLogout() : void signOutOf(device))}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="button devices-all"
        disabled={(!devices && !error) || ending !== null}
        onClick={() => setConfirmOpen(true)}
      >
        {t('Sign out everywhere')}
      </button>
      {isConfirmOpen && (
        <Suspense>
          <ConfirmDialog
            name="everywhere"
            title={t('Sign out everywhere?')}
            text={t('You will be signed out on every device, this one too, and will need to sign in again.')}
            action={ending === 'all' ? t('Signing out…') : t('Sign out everywhere')}
            busy={ending === 'all'}
            confirm={() => void signOutOfAll()}
            close={() => setConfirmOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
