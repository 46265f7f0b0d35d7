/** The ways in which the gallery shows a position, and in which pictures are taken of it: what players may have chosen, and the sizes in which boards are shown. */

export const galleryThemes = ['light', 'dark'] as const;
export const galleryLocales = ['en', 'zh-CN'] as const;

/** The smallest that boards are promised, one in the middle, and a large one. */
const sizes: readonly Variant['size'][] = [
  { width: 340, height: 300 },
  { width: 560, height: 560 },
  { width: 900, height: 600 },
];
const largeText = 2;

export interface Variant {
  id: string;
  theme: (typeof galleryThemes)[number];
  locale: (typeof galleryLocales)[number];
  /** CSS pixels. */
  size: { width: number; height: number };
  /** 1 is the usual size of texts. */
  textScale: number;
}

/** Every size in each theme and language, and the middle one with texts twice as large. */
export const variants: readonly Variant[] = [
  ...sizes.map((size) => ({ size, textScale: 1 })),
  { size: sizes[1]!, textScale: largeText },
].flatMap(({ size, textScale }) =>
  galleryThemes.flatMap((theme) =>
    galleryLocales.map((locale) => {
      const id = `${size.width}x${size.height}-${theme}-${locale}${textScale === 1 ? '' : '-large-text'}`;
      return { id, theme, locale, size, textScale };
    }),
  ),
);
