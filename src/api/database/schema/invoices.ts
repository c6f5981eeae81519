/** An invoice or credit note, issued once and never changed. */
interface IssuedPaper {
  order_id: number;
  seller_id: number;
  number: string;
  issued_at: string;
  /** Everything that is printed, as JSON (InvoiceDocument). */
  document: string;
}

export interface InvoiceTable extends IssuedPaper {
  /** Random key of the invoice's signed links. */
  secret: string;
}

/** The credit note of an order that was cancelled or came back after its invoice. */
export type CreditNoteTable = IssuedPaper;

/** The invoice of what an order was before a change, and the credit note that reverses it. */
export interface ReplacedInvoiceTable extends IssuedPaper {
  credit_number: string;
  credited_at: string;
  /** As `document`. */
  credit_document: string;
}

/** Last invoice number of a seller in a financial year. */
export interface InvoiceSeriesTable {
  seller_id: number;
  /** Such as "26-27"; "C26-27" for credit notes. */
  financial_year: string;
  last_number: number;
}

/** One row: the tax of products that have none of their own. */
export interface TaxSettingTable {
  id: number;
  /** Hundredths of a percent; null if not set. */
  gst_rate: number | null;
  hsn: string | null;
}
