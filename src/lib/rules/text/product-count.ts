/** "1 product", "12 products". */
export const formatProductCount = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`;
