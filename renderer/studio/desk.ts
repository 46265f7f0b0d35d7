/** How an author looks at a preview: kept while the window lives, the same for every project. */
import { create } from 'zustand';

export const sizes = {
  free: null,
  phone: { width: 360, height: 640 },
  tablet: { width: 768, height: 900 },
  desktop: { width: 1200, height: 900 },
} as const;
export type Size = keyof typeof sizes;

/** What a board is told; `en-XA` asks for long words, `ar` for the other direction. */
export const locales = ['en', 'zh-CN', 'en-XA', 'ar'] as const;
export type Locale = (typeof locales)[number];

export const tabs = ['messages', 'view', 'console'] as const;
export type Tab = (typeof tabs)[number];

export interface Desk {
  /** Null: as the window. */
  theme: 'light' | 'dark' | null;
  locale: Locale;
  /** Null: as the window. */
  still: boolean | null;
  size: Size;
  plain: boolean;
  tab: Tab;
}

export const useDesk = create<Desk>(() => ({
  theme: null,
  locale: 'en',
  still: null,
  size: 'free',
  plain: false,
  tab: 'messages',
}));

/** How much smaller a board is drawn so that it fits into a place; never larger. */
export function scaleOf(size: Size, place: { width: number; height: number }): number {
  const wanted = sizes[size];
  if (!wanted || place.width === 0 || place.height === 0) return 1;
  return Math.min(1, place.width / wanted.width, place.height / wanted.height);
}
