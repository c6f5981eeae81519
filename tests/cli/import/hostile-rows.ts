/** Rows of a product file whose cells try to become part of a page, refused and read ones. */
export const hostileRows: readonly string[][] = [
  [
    'Handle',
    'Title',
    'Type',
    'Option1 Value',
    'Variant Price',
    'Variant Inventory Qty',
    '<img src=x onerror=alert(1)>',
    'Status',
  ],
  ['cap', '<script>window.hacked = 1</script>', '"><svg onload="window.hacked = 1">', 'S', 'Rs. 499/-', '-2', 'x', ''],
  ['bag', 'Bag', 'Bags', 'S', '<img src="https://evil.example/x.png" onerror="window.hacked = 1">', '1', 'x', ''],
  ['cup', 'Cup', 'Cups', 'S', '</td></table><script>window.hacked = 1</script>', '1', 'x', ''],
  ['jug', 'Jug', 'Jugs', 'S', '\u202e<style>*{display:none}</style>', '<!--', 'x', ''],
  ['pot', 'Pot &amp; <b>lid</b>', 'Pots', 'S', '499', "' onclick='window.hacked = 1", 'x', ''],
  ['pan', '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>', 'Pans', 'S', '₹ 499', '1', 'x', 'draft'],
  ['lid', 'Lid', 'Lids', `x${'\u0300'.repeat(400)}`, '499', '1', 'x', ''],
];
