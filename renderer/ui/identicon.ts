/** Identicons: a mirrored 3 by 3 pattern derived from the public key. A visual hint, not a proof of identity. */
import type { ControlMode } from '../../shared/tables/hooks.ts';

export const palettes = 8;
export type Patch = 'none' | 'square' | 'diamond' | 'circle' | 'upper' | 'lower';
export interface IdenticonCell {
  patch: Patch;
  tone: 'a' | 'b';
}
export interface IdenticonPattern {
  palette: number;
  /** Nine cells, row by row; the right column mirrors the left. */
  cells: IdenticonCell[];
}

/** Paths in a viewBox of 36 by 36. The outline shows the control mode. */
export const outlines: Record<ControlMode, string> = {
  human: 'M18 0a18 18 0 0 1 0 36a18 18 0 0 1 0-36z',
  hybrid: 'M18 0h13l5 5v26l-5 5H18A18 18 0 0 1 18 0z',
  autonomous: 'M5 0h26l5 5v26l-5 5H5l-5-5V5z',
};

/** Paths in a cell of 12 by 12. */
export const shapes: Record<Patch, string | null> = {
  none: null,
  square: 'M0 0h12v12H0z',
  diamond: 'M6 0l6 6-6 6-6-6z',
  circle: 'M6 1.4a4.6 4.6 0 0 1 0 9.2a4.6 4.6 0 0 1 0-9.2z',
  upper: 'M0 0h12v12z',
  lower: 'M0 0v12h12z',
};

const patches: Patch[] = ['none', 'square', 'diamond', 'circle', 'upper', 'lower', 'none', 'square'];

export function identiconOf(publicKey: string): IdenticonPattern {
  const byte = (index: number) => Number.parseInt(publicKey.slice(index * 2, index * 2 + 2), 16) || 0;
  const cell = (index: number): IdenticonCell => ({
    patch: patches[byte(index + 1) % patches.length] ?? 'none',
    tone: byte(index + 1) & 0x40 ? 'a' : 'b',
  });
  const halves = [0, 1, 2].map((row) => [cell(row * 2), cell(row * 2 + 1)] as const);
  // An empty pattern would be the same for every such key.
  if (halves.every(([left, middle]) => left.patch === 'none' && middle.patch === 'none')) {
    halves[1] = [
      { patch: 'diamond', tone: 'a' },
      { patch: 'square', tone: 'b' },
    ];
  }
  return { palette: byte(0) % palettes, cells: halves.flatMap(([left, middle]) => [left, middle, left]) };
}
