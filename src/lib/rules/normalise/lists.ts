import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { toProduct } from './product.ts';
import type { ReplyContext } from './scalars.ts';
import { type Fields, readFields, readId, readTextual, readWhole } from './scalars.ts';

/** The first list found in a reply: in one of the named fields, in `data`, or in `data` of `data`; undefined without one. */
export function findList(body: Fields, ...names: string[]): unknown[] | undefined {
  const data = readFields(body['data']);
  const places = [body['data'], data?.['data'], ...names.flatMap((name) => [body[name], data?.[name]])];
  return places.find(Array.isArray);
}

const readProducts = (body: Fields): unknown[] | undefined =>
  findList(body, 'products', 'product', 'items')
    ?.filter((row) => row !== null)
    .map((row) => toProduct(row) ?? row);

/** A list of products without pages. */
export const toProductList = (body: Fields): Fields => ({ ...body, data: readProducts(body) });

/**
 * A page of products. Page fields are beside the list or in `data`. Without them, the page before an unknown one is full, so that a list
 * that is not full is the last page.
 */
export function toProductPage(body: Fields, { page = 1 }: ReplyContext): Fields {
  const data = readProducts(body);
  const sent = (name: string): number | undefined => {
    const found = readWhole(body[name]) ?? readWhole(readFields(body['data'])?.[name]);
    return found !== undefined && found >= 0 ? found : undefined;
  };
  const rows = findList(body, 'products', 'product', 'items')?.length ?? 0;
  const per_page = Math.max(1, sent('per_page') ?? PRODUCTS_PER_PAGE);
  const current_page = Math.max(1, sent('current_page') ?? page);
  const total = sent('total');
  const next = rows >= per_page ? current_page + 1 : rows > 0 ? current_page : current_page - 1;
  const counted_pages = sent('last_page') ?? (total === undefined ? undefined : Math.ceil(total / per_page));
  const last_page = Math.max(1, counted_pages ?? next);
  const counted = (current_page - 1) * per_page + rows;
  return {
    ...body,
    data,
    current_page,
    per_page,
    last_page,
    more: body['more'] === true ? true : undefined,
    correction: readTextual(body['correction']),
    uncounted: counted_pages === undefined ? true : undefined,
    total: total ?? (last_page > current_page ? Math.max(counted + 1, (last_page - 1) * per_page + 1) : counted),
  };
}

/** One product, in `data`, or in a field of its own. */
export function toSingleProduct(body: Fields): Fields {
  const data = readFields(body['data']);
  const sent = [readFields(data?.['product']), readFields(body['product']), readFields([body['data']].flat()[0]), body].find(
    (fields) =>
      fields &&
      readTextual(fields['name'] ?? fields['product_name']) &&
      readId(fields['product_id'], fields['retailer_product_id'], fields['id']),
  );
  return { ...body, data: sent && toProduct(sent) };
}

/** Sizes of sub-categories; a row whose sizes cannot be read is left out. */
export const toSubCategorySizes = (body: Fields): Fields => ({
  ...body,
  data: findList(body)?.map((row) => {
    const sizes = readFields(row)?.['sub_category_variation'];
    const text = Array.isArray(sizes) ? sizes.flatMap((size) => readTextual(size) ?? []).join(',') : (readTextual(sizes) ?? '');
    return readFields(row) ? { ...readFields(row), sub_category_variation: text } : row;
  }),
});
