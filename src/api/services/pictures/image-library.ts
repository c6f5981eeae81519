import sharp from 'sharp';

// Its cache keeps decoded pictures, and each of its threads needs memory of its own; callers encode pictures in parallel where it helps.
sharp.cache(false);
sharp.concurrency(1);

/** The image library, set up to use little memory. Large: load it when it is needed. */
export { sharp };
