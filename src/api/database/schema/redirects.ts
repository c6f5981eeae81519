/** A former address that leads to another. No target is a stored address, so that each leads to its end at once. */
export interface RedirectTable {
  /** As `oldAddressKey` folds it. */
  path: string;
  /** A path of the site, encoded, or a URL with https. */
  target: string;
  /** The target as an address is compared; empty for one elsewhere. */
  target_path: string;
  at: string;
}
