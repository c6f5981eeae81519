import type { Tx } from '#api/database/schema/engine.ts';
import { parseDate } from '#api/services/import/read/parse-date.ts';
import { type ListedSale, listSales, lockVariants, setSales } from '#api/services/sales/edit-sales.ts';
import { isSaleOver, regularPrice, type Sale } from '#api/services/sales/sale-price.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface SaleFlags extends OutputOptions {
  from?: string;
  until?: string;
}

function readTime(flag: string, text: string | undefined, dayAs: 'start' | 'end'): string | null {
  if (text === undefined) return null;
  const time = parseDate(text, dayAs);
  if (typeof time === 'string') return time;
  throw new UsageError(`${flag} ${time.error}`);
}

/** Builds a sale from the options. Throws a `UsageError` when they are contradictory. */
function readSale(price: number, { from, until }: SaleFlags): Sale {
  const sale = { price, startsAt: readTime('--from', from, 'start'), endsAt: readTime('--until', until, 'end') };
  if (price === 0) throw new UsageError('The sale price must be more than 0');
  if (isSaleOver(sale, isoNow())) throw new UsageError('--until is in the past: no one could buy at the sale price');
  if (sale.startsAt && sale.endsAt && sale.startsAt >= sale.endsAt) throw new UsageError('--until must be after --from');
  return sale;
}

const isRunning = ({ startsAt }: Sale): boolean => startsAt === null || startsAt <= isoNow();

const asJson = ({ slug, variantName, sku, price, sale }: ListedSale) => ({
  handle: slug,
  variant: variantName,
  sku,
  price: toRupees(price),
  sale_price: toRupees(sale.price),
  starts_at: sale.startsAt,
  ends_at: sale.endsAt,
  state: isRunning(sale) ? 'open' : 'not yet',
});

function describeAll(sales: readonly ListedSale[]): string {
  const cells = sales.map(({ slug, variantName, sku, price, sale }) => ({
    product: slug,
    variant: variantName,
    SKU: sku ?? '',
    price: toRupees(price),
    'sale price': toRupees(sale.price),
    from: sale.startsAt ? formatIndianTime(sale.startsAt) : '',
    until: sale.endsAt ? formatIndianTime(sale.endsAt) : '',
    state: isRunning(sale) ? 'open' : 'not yet',
  }));
  return formatTable(cells, ['price', 'sale price'], dim('No sale prices.'));
}

/** Locks the variants of a name. Throws `CommandFailed` when there are none, or when a SKU is that of several products. */
async function lockNamed(tx: Tx, name: string) {
  const variants = await lockVariants(tx, name);
  if (variants.length === 0)
    throw new CommandFailed(
      `No product or variant on sale is called "${name}". Give a SKU, a handle, or a handle with a variant, such as linen-shirt/M`,
    );
  const slugs = [...new Set(variants.map(({ slug }) => slug))];
  if (slugs.length > 1)
    throw new CommandFailed(`Several products have the SKU "${name}": ${slugs.join(', ')}. Give a handle instead`);
  return variants;
}

const unitsOf = (sales: readonly ListedSale[]): string => {
  const [first] = sales;
  const name = [first?.slug, sales.length === 1 ? first?.variantName : undefined].filter(Boolean).join('/');
  return sales.length > 1 ? `${name} (${formatNumber(sales.length)} variants)` : name;
};

export async function setSale(name: string, price: number, flags: SaleFlags): Promise<void> {
  const sale = readSale(price, flags);
  const sales = await changeStore(async (tx) => {
    const variants = await lockNamed(tx, name);
    const dearer = variants.find((variant) => sale.price >= regularPrice(variant));
    if (dearer) {
      const of = dearer.product_variation ? `${dearer.slug}/${dearer.product_variation}` : dearer.slug;
      throw new CommandFailed(`The sale price must be below the price of ${of}, which is ${toRupees(regularPrice(dearer))}`);
    }
    return setSales(tx, variants, sale);
  });
  const from = sale.startsAt && !isRunning(sale) ? ` from ${formatIndianTime(sale.startsAt)}` : ' from now';
  const until = sale.endsAt ? ` until ${formatIndianTime(sale.endsAt)}` : '';
  print(sales.map(asJson), flags, () => green(`${unitsOf(sales)}: ${toRupees(sale.price)}${from}${until}.`));
}

export async function showSales(flags: OutputOptions): Promise<void> {
  const sales = await withStore(listSales);
  print(sales.map(asJson), flags, () => describeAll(sales));
}

export async function endSale(name: string, flags: OutputOptions): Promise<void> {
  const sales = await changeStore(async (tx) => setSales(tx, await lockNamed(tx, name), null));
  if (sales.length === 0) throw new CommandFailed(`"${name}" has no sale price`);
  print(sales.map(asJson), flags, () => green(`${unitsOf(sales)}: the regular price counts again; placed orders keep theirs.`));
}
