import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, longest first: most wait for processes, locks or clocks. */
const longFiles = [
  'cli/backup/lock-wait',
  'api/checkout/concurrent-orders',
  'api/limits/ip-and-mailbox',
  'api/database/crash-recovery',
  'api/http/fuzz',
  'api/checkout/concurrent-checkouts',
  'cli/pictures/photographs',
  'cli/demo-end',
  'api/messages/outbox',
  'api/catalogue/columns',
  'api/import/runs',
  'cli/backup/backup',
  'cli/backup/damaged',
  'cli/process',
  'server/start',
  'e2e/accessibility/screens',
  'e2e/layout/layout',
  'e2e/payment/prepaid',
  'e2e/remote-api/failing-calls',
  'e2e/accessibility/account-screens',
  'e2e/journeys/checkout',
  'e2e/server/start',
  'e2e/checkout/checkout',
  'e2e/payment/razorpay',
  'e2e/cart/cart',
  'e2e/content/search-engines',
  'e2e/content/markup',
  'e2e/journeys/newcomer',
  'e2e/checkout/purchase',
  'e2e/static-site/static-site',
  'e2e/accessibility/auth-screens',
  'e2e/layout/slow-documents',
  'e2e/layout/theme',
  'e2e/layout/back-forward-cache',
  'e2e/security/hostile-catalogue',
  'e2e/auth/sign-up',
  'e2e/checkout/entry',
  'e2e/auth/sign-in',
  'e2e/product/before-hydration',
  'e2e/checkout/coupon',
  'e2e/security/hostile-settings',
  'e2e/wishlist/wishlist-page',
  'e2e/server/dictionaries',
  'e2e/product/pictures',
  'e2e/account/account-page',
  'e2e/product/first-screen',
  'e2e/orders/cancellation',
  'e2e/orders/orders',
  'e2e/checkout/step-history',
  'e2e/listing/filters',
  'e2e/layout/page-weight',
  'e2e/remote-api/remote-api',
  'e2e/server/demo-mode',
  'e2e/header/shop-panel',
  'e2e/content/print',
  'e2e/account/devices',
  'e2e/server/workers',
  'e2e/server/program',
  'e2e/server/supervision',
].map((file) => `/tests/${file}.test.ts`);

function rankOf({ moduleId }: TestSpecification): number {
  const index = longFiles.findIndex((file) => moduleId.endsWith(file));
  return index < 0 ? longFiles.length : index;
}

/** A worker runs files of one project. Unit tests start first, because one of their files waits longest. */
const projects = ['unit', 'postgres', 'sqlite', 'postgres-oldest', 'e2e'];

const projectRank = ({ project }: TestSpecification): number => projects.indexOf(project.name);

/** Runs long files first within each project, so that no worker is idle at the end; then larger or slower files, as Vitest does. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => projectRank(a) - projectRank(b) || rankOf(a) - rankOf(b));
  }
}
