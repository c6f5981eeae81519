/** Places with the same charges. Amounts are paise, weights are grams. */
export interface ShippingZoneTable {
  id: number;
  name: string;
  days_from: number | null;
  days_to: number | null;
  slab_by: 'weight' | 'value';
  /** JSON: [{ from, charge }], in ascending order. */
  slabs: string;
  free_from: number | null;
  takes_cod: number;
  cod_fee: number;
  cod_max: number | null;
}

/** One row: when the shop hands parcels to the courier, in Indian time. */
export interface DispatchTimeTable {
  id: number;
  cut_off_hour: number | null;
  /** JSON: numbers, 0 is Sunday. */
  closed_weekdays: string;
  /** JSON: dates. */
  closed_dates: string;
}
