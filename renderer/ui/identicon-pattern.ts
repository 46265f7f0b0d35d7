/** Identicons: a mirrored 3 by 3 pattern derived from the public key. A visual hint, not a proof of identity. */
import type { ControlMode } from '../../shared/tables/hooks.ts';

/** The number of palettes in tokens.css. */
const paletteCount = 8;
type Patch = 'none' | 'square' | 'diamond' | 'circle' | 'upper' | 'lower';
type Tone = 'a' | 'b';

export interface IdenticonPattern {
  palette: number;
  /** SVG paths in a viewBox of 36 by 36, without overlap; empty if no cell has the tone. */
  paths: Record<Tone, string>;
}

/** Paths in a viewBox of 36 by 36. The outline shows the control mode. */
export const outlines: Record<ControlMode, string> = {
  human: 'M18 0a18 18 0 0 1 0 36a18 18 0 0 1 0-36z',
  hybrid: 'M18 0h13l5 5v26l-5 5H18A18 18 0 0 1 18 0z',
  autonomous: 'M5 0h26l5 5v26l-5 5H5l-5-5V5z',
};

/** Relative paths from a corner of a cell of 12 by 12; `width` is negative in mirrored cells. */
const shapes: Record<Exclude<Patch, 'none'>, (width: number) => string> = {
  square: (width) => `h${width}v12h${-width}z`,
  diamond: (width) => `m${width / 2} 0l6 6l-6 6l-6-6z`,
  circle: (width) => `m${width / 2} 1.4a4.6 4.6 0 0 1 0 9.2a4.6 4.6 0 0 1 0-9.2z`,
  upper: (width) => `h${width}v12z`,
  lower: (width) => `v12h${width}z`,
};

/** Selected by a key byte modulo the length; shapes listed twice are twice as frequent. */
const patchesByByte: Patch[] = ['none', 'square', 'diamond', 'circle', 'upper', 'lower', 'none', 'square'];

/**
 * Byte 0 of the hex key selects the palette; bytes 1 to 6 select shape and tone of the left and the middle cell of each row. The right
 * cell mirrors the left one.
 */
export function identiconOf(publicKey: string): IdenticonPattern {
  const byte = (index: number) => Number.parseInt(publicKey.slice(index * 2, index * 2 + 2), 16) || 0;
  const cell = (index: number): [Patch, Tone] => [
    patchesByByte[byte(index + 1) % patchesByByte.length] ?? 'none',
    byte(index + 1) & 0x40 ? 'a' : 'b',
  ];
  const paths = { a: '', b: '' };
  const draw = ([patch, tone]: [Patch, Tone], x: number, y: number, width = 12) => {
    if (patch !== 'none') paths[tone] += `M${x} ${y}${shapes[patch](width)}`;
  };
  for (const row of [0, 1, 2]) {
    const side = cell(row * 2);
    draw(side, 0, row * 12);
    draw(cell(row * 2 + 1), 12, row * 12);
    draw(side, 36, row * 12, -12);
  }
  // If all cells are empty.
  if (paths.a === '' && paths.b === '') {
    draw(['diamond', 'a'], 0, 12);
    draw(['square', 'b'], 12, 12);
    draw(['diamond', 'a'], 36, 12, -12);
  }
  return { palette: byte(0) % paletteCount, paths };
}
