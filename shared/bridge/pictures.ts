/** Pictures of boards at the positions of fixtures, kept in the author's folder and compared with new ones. */
import { z } from 'zod';
import { variants } from '../boards/gallery-variants.ts';
import { roleSchema } from '../tables/hooks.ts';

export const fixtureNamePattern = /^[a-z0-9][a-z0-9_-]{0,59}$/;
export const fixtureName = z.string().regex(fixtureNamePattern);

export const pictureRefSchema = z.object({
  fixture: fixtureName,
  seat: roleSchema,
  variant: z.enum(variants.map(({ id }) => id)),
});
export type PictureRef = z.infer<typeof pictureRefSchema>;

/** `new`: taken last, if it differs from the kept one or there is none. `difference`: where the two differ. */
export const pictureVersions = ['kept', 'new', 'difference'] as const;
export type PictureVersion = (typeof pictureVersions)[number];

/** Of one variant. */
export const pictureResultSchema = pictureRefSchema.extend({
  /** `new`: none is kept. `stopped`, `moving`: none could be taken. */
  state: z.enum(['same', 'changed', 'new', 'stopped', 'moving']),
  /** How many pixels differ; null if nothing was compared. */
  pixels: z.int().nullable(),
});
export type PictureResult = z.infer<typeof pictureResultSchema>;

export const pictureComparisonSchema = z.object({
  results: z.array(pictureResultSchema).max(variants.length),
  /** What took them now, such as `Chrome/156.0.8078.108 on linux`. */
  browser: z.string(),
  /** What took the kept ones, if that was another; differences may then come from it. */
  other_browser: z.string().nullable(),
});
export type PictureComparison = z.infer<typeof pictureComparisonSchema>;

/** Far above a picture of the largest variant. */
export const pictureMaxBytes = 2 * 1024 * 1024;
