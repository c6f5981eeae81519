/** The absolute address of a picture, for another system to fetch; '' for none. */
export type PictureAddress = (reference: string | undefined) => string;

/**
 * Addresses of pictures: those of this shop begin with its public address. Without one they cannot be fetched and are left out; `onMissing` is
 * called for each.
 */
export const pictureAddresses =
  (base: string | undefined, onMissing: (reference: string) => void): PictureAddress =>
  (reference = '') => {
    const [path = ''] = reference.split('#', 1);
    if (!path.startsWith('/')) return path;
    if (base) return `${base.replace(/\/+$/, '')}${path}`;
    onMissing(path);
    return '';
  };
