/** A person's pattern: a mirrored 3 by 3 patch drawn from the public key. A hint for the eye, never the proof. */

export const palettes = 8;
export type Patch = 'none' | 'square' | 'diamond' | 'circle' | 'upper' | 'lower';
export interface QuiltCell {
  patch: Patch;
  tone: 'a' | 'b';
}
export interface QuiltPattern {
  palette: number;
  /** Nine cells, row by row; the right column mirrors the left. */
  cells: QuiltCell[];
}

const patches: Patch[] = ['none', 'square', 'diamond', 'circle', 'upper', 'lower', 'none', 'square'];

export function quiltOf(publicKey: string): QuiltPattern {
  const byte = (index: number) => Number.parseInt(publicKey.slice(index * 2, index * 2 + 2), 16) || 0;
  const cell = (index: number): QuiltCell => ({
    patch: patches[byte(index + 1) % patches.length] ?? 'none',
    tone: byte(index + 1) & 0x40 ? 'a' : 'b',
  });
  const halves = [0, 1, 2].map((row) => [cell(row * 2), cell(row * 2 + 1)] as const);
  // A patch with nothing in it would look the same for everybody it happens to.
  if (halves.every(([left, middle]) => left.patch === 'none' && middle.patch === 'none')) {
    halves[1] = [
      { patch: 'diamond', tone: 'a' },
      { patch: 'square', tone: 'b' },
    ];
  }
  return { palette: byte(0) % palettes, cells: halves.flatMap(([left, middle]) => [left, middle, left]) };
}
