import { type SectionPart, z } from 'haat/config';

const MAX_POSTS = 24;

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** Settings of the section: a title, the profile, and its posts with a picture file and a link each. */
export const pictureFeedSettings = z.strictObject({
  title: text(80),
  profile: z.strictObject({ name: text(60), link: z.url({ protocol: /^https$/ }) }),
  posts: z
    .array(z.strictObject({ image: text(2000), alt: text(200), link: z.url({ protocol: /^https$/ }) }))
    .check(z.minLength(1), z.maxLength(MAX_POSTS)),
});
export type PictureFeedSettings = z.output<typeof pictureFeedSettings>;

/** A section of the home page: square pictures that link to posts elsewhere, in one row to swipe on phones. */
export const pictureFeed: SectionPart = {
  component: new URL('./PictureFeed.astro', import.meta.url).href,
  settings: pictureFeedSettings,
};
