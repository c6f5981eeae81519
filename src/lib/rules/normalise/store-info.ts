import { defaultHomeSections } from '#lib/rules/store-defaults.ts';
import { findList } from './lists.ts';
import { toProduct } from './product.ts';
import { type Fields, readFields, readId, readRows, readTextual } from './scalars.ts';

/** A sub-category of the shop; one without a name is left out. */
function toSubCategory(value: unknown): Fields[] {
  const sent = readFields(value) ?? {};
  const name = readTextual(sent['name']) ?? readTextual(sent['sub_category_name']);
  return name === undefined ? [] : [{ ...sent, id: readId(sent['id']), name, image: readTextual(sent['image']) ?? '' }];
}

/** Store info, in `storeinfo`, in `data`, or bare; every field is optional. */
export function toStoreInfo(body: Fields): Fields {
  const data = readFields(body['data']);
  const sent =
    readFields(body['storeinfo']) ?? readFields(data?.['storeinfo']) ?? data ?? ('store_name' in body ? body : undefined);
  if (!sent) return { ...body, storeinfo: undefined };
  const list = sent['sub_category_list'];
  return { ...body, storeinfo: { ...sent, sub_category_list: Array.isArray(list) ? list.flatMap(toSubCategory) : undefined } };
}

const asText = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, readTextual(fields[name]) ?? '']));

const defaultTitle = (type: string): string => {
  const section = defaultHomeSections.find((one) => one.type === type);
  return section && 'title' in section ? section.title : '';
};

/** A section of a known type; none for any other. */
function toSection(value: unknown): Fields[] {
  const sent = readFields(value) ?? {};
  switch (sent['type']) {
    case 'banner': {
      const slides = readRows(sent['slides']);
      return slides.length > 0
        ? [{ ...sent, slides: slides.map((slide) => ({ ...slide, ...asText(slide, 'image', 'heading') })) }]
        : [];
    }
    case 'categories':
      return [{ ...sent, title: readTextual(sent['title']) ?? defaultTitle('categories') }];
    case 'new_arrivals':
      return [{ ...sent, title: readTextual(sent['title']) ?? defaultTitle('new_arrivals') }];
    case 'products': {
      const products = readRows(sent['products']).flatMap((row) => toProduct(row) ?? []);
      return products.length > 0 ? [{ ...sent, title: readTextual(sent['title']) ?? '', products }] : [];
    }
    case 'promo':
      return [{ ...sent, ...asText(sent, 'image', 'heading') }];
    case 'custom':
      return [{ ...sent, settings: readFields(sent['settings']) ?? {} }];
    default:
      return [];
  }
}

/** The home page's sections, without those of an unknown type; the default ones if none is left. */
export function toHomeSections(body: Fields): Fields {
  const sections = findList(body, 'sections')?.flatMap(toSection);
  return { ...body, data: sections?.length === 0 ? defaultHomeSections : sections };
}
