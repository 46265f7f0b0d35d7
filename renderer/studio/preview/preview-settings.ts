/** Settings of the previews, kept in localStorage: some for all projects, the others for each seat of a project. */
import { useTranslation } from 'react-i18next';
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

export const tabs = [
  'messages',
  'options',
  'view',
  'state',
  'forge',
  'gallery',
  'trials',
  'console',
  'editor',
] as const;
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

/** In the window's language, until another one is chosen for the seat. */
const initialPreview = (language: string): SeatPreview => ({
  theme: null,
  locale: locales.find((locale) => locale === language) ?? 'en',
  dir: 'auto',
  still: null,
  size: 'free',
  custom: { width: 480, height: 480 },
});

interface PreviewSettings {
  /** Shows the Plain view instead of boards. */
  plain: boolean;
  tab: Tab;
  /** Height of the details below the seats, CSS pixels; null for the usual one. */
  panelHeight: number | null;
  /** Whether the details are folded; null: in low windows. */
  panelFolded: boolean | null;
  /** Whether the problems have a column of their own, in wide windows. */
  problemsShown: boolean;
  /** By project and seat. */
  seats: { [seat: string]: SeatPreview };
  /** The seat that fills the area, by project. */
  solo: { [project: string]: Role | null };
}

/** Settings stored by another version are not read. */
const storageOptions = { name: 'parlor-studio-previews', version: 2 };

export const usePreviewSettings = create<PreviewSettings>()(
  persist(
    (): PreviewSettings => ({
      ...{ plain: false, tab: 'messages', seats: {}, solo: {} },
      ...{ panelHeight: null, panelFolded: null, problemsShown: true },
    }),
    storageOptions,
  ),
);

const seatKey = (project_id: string, role: Role): string => `${project_id} ${role}`;

/** The settings of a seat, and a function that changes some of them. */
export function useSeatPreview(project_id: string, role: Role): [SeatPreview, (changes: Partial<SeatPreview>) => void] {
  const { i18n } = useTranslation();
  const key = seatKey(project_id, role);
  const initial = initialPreview(i18n.language);
  const settings = usePreviewSettings(({ seats }) => seats[key]) ?? initial;
  const change = (changes: Partial<SeatPreview>) =>
    usePreviewSettings.setState(({ seats }) => ({
      seats: { ...seats, [key]: { ...(seats[key] ?? initial), ...changes } },
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

/** The smallest frame that boards are promised; in a smaller area it is scaled. */
const promised: Dimensions = { width: 340, height: 300 };
/** A frame is up to this many times as wide as high, as at a table. */
const widest = 1.44;

export interface BoardLayout {
  /** Of the frame, before it is scaled. */
  dimensions: Dimensions;
  /** At most 1. A custom size is never scaled, so that it follows the pointer. */
  scale: number;
}

/** How a board is shown in its area: at the chosen size, or as large as a table would show it there. `least`: what the board asks for. */
export function layoutOf(settings: SeatPreview, area: Dimensions, least: Dimensions | null): BoardLayout {
  const chosen = dimensionsOf(settings);
  // The seat is hidden, or not measured yet.
  if (area.height === 0) return { dimensions: chosen ?? promised, scale: 1 };
  const fitting = ({ width, height }: Dimensions) => Math.min(1, area.width / width, area.height / height);
  if (chosen)
    return { dimensions: chosen, scale: settings.size === 'custom' ? 1 : Math.max(minScale, fitting(chosen)) };
  const scale = Math.min(fitting(promised), area.width / (least?.width ?? 0));
  const height = Math.max(area.height / scale, least?.height ?? 0);
  const width = Math.max(Math.min(area.width / scale, height * widest), least?.width ?? 0);
  return { dimensions: { width: Math.round(width), height: Math.round(height) }, scale };
}
