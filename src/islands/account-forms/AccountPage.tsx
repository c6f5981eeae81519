import { useStore } from '@nanostores/react';
import { Devices } from '#islands/devices/Devices.tsx';
import { useHydrated } from '#islands/hydrated.ts';
import { LoadFailed } from '#islands/loading/LoadFailed.tsx';
import { useLoad } from '#islands/loading/useLoad.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { $auth } from '#lib/state/session.ts';
import { $shippingAddress, fetchAddress } from '#lib/state/shipping-address.ts';
import { AddressForm } from './AddressForm.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import '#islands/form/form.css';
import './account-forms.css';

/** Who the customer is, where they live and where they are signed in. The forms are in the page from the start and filled in when that is known, so that nothing moves. */
export default function AccountPage() {
  const known = useHydrated();
  const { user } = useStore($auth, { ssr: 'initial' });
  const { address, loading, error } = useStore($shippingAddress, { ssr: 'initial' });
  useToasts();
  useLoad(fetchAddress, error !== null);
  const customer = known ? user?.customer : undefined;

  return (
    <div className="account-forms">
      <section aria-labelledby="details-title">
        <h2 id="details-title">Your details</h2>
        <DetailsForm customer={customer} />
      </section>
      <section aria-labelledby="address-title">
        <h2 id="address-title">Delivery address</h2>
        {error && <LoadFailed message={error} busy={loading} retry={() => void fetchAddress()} />}
        {(address !== undefined || !error) && <AddressForm saved={address} customer={customer} />}
      </section>
      <section aria-labelledby="devices-title">
        <h2 id="devices-title">Where you are signed in</h2>
        <Devices />
      </section>
    </div>
  );
}
