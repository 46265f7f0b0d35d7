/** Settings of the previews, kept in localStorage: some for all projects, the others for each seat of a project. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Role } from '../../../shared/tables/hooks.ts';

export interface Dimensions {
  width: number;
  height: number;
}

/** Sizes of boards in CSS pixels. */
export const presets = {
  small_phone: { width: 320, height: 568 },
  phone: { width: 360, height: 640 },
  phone_on_side: { width: 640, height: 360 },
  tablet: { width: 768, height: 900 },
  laptop: { width: 1024, height: 640 },
  desktop: { width: 1200, height: 900 },
} as const satisfies { [name: string]: Dimensions };
export type Preset = keyof typeof presets;
/** `free` fills the seat's area; `custom` is typed or dragged. */
export const sizes = ['free', ...(Object.keys(presets) as Preset[]), 'custom'] as const;
export type Size = (typeof sizes)[number];

export const dimensionLimits = { min: 160, max: 2400 };

/** The locale passed to boards; `en-XA` tests long texts, `ar` right-to-left. */
export const locales = ['en', 'zh-CN', 'en-XA', 'ar'] as const;
export type Locale = (typeof locales)[number];

/** `auto` follows the locale. */
export const directions = ['auto', 'ltr', 'rtl'] as const;
export type Direction = (typeof directions)[number];

export const tabs = ['messages', 'view', 'console', 'editor'] as const;
export type Tab = (typeof tabs)[number];

export interface SeatPreview {
  /** Null follows the window. */
  theme: 'light' | 'dark' | null;
  locale: Locale;
  dir: Direction;
  /** Null follows the window. */
  still: boolean | null;
  size: Size;
  custom: Dimensions;
}

const initialPreview: SeatPreview = {
  theme: null,
  locale: 'en',
  dir: 'auto',
  still: null,
  size: 'free',
  custom: { width: 480, height: 480 },
};

interface PreviewSettings {
  /** Shows the Plain view instead of boards. */
  plain: boolean;
  tab: Tab;
  /** By project and seat. */
  seats: { [seat: string]: SeatPreview };
  /** The seat that fills the area, by project. */
  solo: { [project: string]: Role | null };
}

/** Settings stored by another version are not read. */
const storageOptions = { name: 'parlor-studio-previews', version: 1 };

export const usePreviewSettings = create<PreviewSettings>()(
  persist((): PreviewSettings => ({ plain: false, tab: 'messages', seats: {}, solo: {} }), storageOptions),
);

const seatKey = (project_id: string, role: Role): string => `${project_id} ${role}`;

/** The settings of a seat, and a function that changes some of them. */
export function useSeatPreview(project_id: string, role: Role): [SeatPreview, (changes: Partial<SeatPreview>) => void] {
  const key = seatKey(project_id, role);
  const settings = usePreviewSettings(({ seats }) => seats[key]) ?? initialPreview;
  const change = (changes: Partial<SeatPreview>) =>
    usePreviewSettings.setState(({ seats }) => ({
      seats: { ...seats, [key]: { ...(seats[key] ?? initialPreview), ...changes } },
    }));
  return [settings, change];
}

/** Gives both seats of a project the same settings. */
export function shareSeatPreview(project_id: string, settings: SeatPreview): void {
  usePreviewSettings.setState(({ seats }) => ({
    seats: { ...seats, [seatKey(project_id, 'host')]: settings, [seatKey(project_id, 'guest')]: settings },
  }));
}

/** The chosen size; null to fill the seat's area. */
export function dimensionsOf({ size, custom }: SeatPreview): Dimensions | null {
  if (size === 'free') return null;
  return size === 'custom' ? custom : presets[size];
}

export const withinLimits = (pixels: number): number =>
  Math.round(Math.min(dimensionLimits.max, Math.max(dimensionLimits.min, pixels)));

/** Below this scale text is illegible; the container scrolls instead. */
const minScale = 0.6;

/** The scale at which a board fits into its container; at most 1. A custom size is never scaled, so that it follows the pointer. */
export function scaleOf(settings: SeatPreview, area: Dimensions): number {
  const dimensions = dimensionsOf(settings);
  if (!dimensions || settings.size === 'custom' || area.width === 0 || area.height === 0) return 1;
  return Math.max(minScale, Math.min(1, area.width / dimensions.width, area.height / dimensions.height));
}
