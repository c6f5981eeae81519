/** Products of the independent store, as much of them as the specification and the site's own rules name. */
export interface OtherProduct {
  product_id: number;
  name: string;
  slug: string;
  final_price: string;
  product_images: string;
  sub_category: { sub_category_name: string };
  variants: { id: number; product_variation: string }[];
}

export const categories = [
  { id: 1, name: 'Shirts', image: 'pictures/shirts.svg' },
  { id: 2, name: 'Caps', image: null },
];

const toProduct = (id: number): OtherProduct => {
  const isShirt = id % 2 === 1;
  return {
    product_id: id,
    name: `${isShirt ? 'Shirt' : 'Cap'} ${id}`,
    slug: `${isShirt ? 'shirt' : 'cap'}-${id}`,
    final_price: `${100 + id}.00`,
    product_images: `pictures/${id}.svg`,
    sub_category: { sub_category_name: isShirt ? 'Shirts' : 'Caps' },
    variants: isShirt ? ['S', 'M'].map((size, i) => ({ id: id * 10 + i, product_variation: size })) : [],
  };
};

/** More than one page of them, newest first. */
export const products: readonly OtherProduct[] = Array.from({ length: 30 }, (_, i) => toProduct(i + 1));

export const PAGE_SIZE = 24;
