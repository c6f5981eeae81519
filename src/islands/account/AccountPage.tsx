import { useStore } from '@nanostores/react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { t } from '#lib/contract/text/t.ts';
import { $shippingAddress, fetchShippingAddress } from '#lib/state/accounts/shipping-address.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AccountForms } from './AccountForms.tsx';
import { AddressForm } from './AddressForm.tsx';
import { CartReminder } from './CartReminder.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { Devices } from './Devices.tsx';

/** Name, delivery address and signed-in devices. Renders the forms before their data has loaded, to avoid layout shifts. */
export default function AccountPage() {
  const hydrated = useHydrated();
  const { user } = useStore($auth, { ssr: 'initial' });
  const { address, reminds, loading, error } = useStore($shippingAddress, { ssr: 'initial' });
  useToasts();
  useLoad(fetchShippingAddress, error !== null);
  const customer = hydrated ? user?.customer : undefined;

  return (
    <AccountForms>
      <section aria-labelledby="details-title">
        <h2 id="details-title">{t('Your details')}</h2>
        <DetailsForm customer={customer} />
      </section>
      <section aria-labelledby="address-title">
        <h2 id="address-title">{t('Delivery address')}</h2>
        {error && <LoadError message={error} busy={loading} retry={() => void fetchShippingAddress()} />}
        {(address !== undefined || !error) && <AddressForm saved={address} customer={customer} />}
      </section>
      <section aria-labelledby="devices-title">
        <h2 id="devices-title">{t('Where you are signed in')}</h2>
        <Devices />
      </section>
      {reminds !== undefined && customer && (
        <section aria-labelledby="emails-title">
          <h2 id="emails-title">{t('Emails')}</h2>
          <CartReminder wants={reminds} customer={customer} />
        </section>
      )}
    </AccountForms>
  );
}
