/** Converts words joined by underscores or spaces to title case (specification, entities): "order_history" → "Order History". */
export function toTitleCase(label: string): string {
  return label
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}
