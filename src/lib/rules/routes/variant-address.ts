/** The query parameter of a product's page that opens it with a variant chosen. */
export const VARIANT_PARAMETER = 'variant';

/** The query that opens a product's page with a variant chosen. */
export const variantQuery = (id: number): string => `?${VARIANT_PARAMETER}=${id}`;
