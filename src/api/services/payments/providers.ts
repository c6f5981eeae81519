import type { PaymentProviderModule } from './provider-module.ts';
import { razorpay } from './razorpay-module.ts';

/** The providers that a shop can be set up with. Another one is an import and an entry here. */
export const paymentProviders: readonly PaymentProviderModule[] = [razorpay];
