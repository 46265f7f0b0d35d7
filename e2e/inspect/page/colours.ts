/** Colours as the browser paints them. A canvas resolves every syntax of CSS: oklch(), color-mix(), lab(), system colours. */
import type { Rgba } from '../finding.ts';

const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
const known = new Map<string, Rgba>();

export function resolveColour(colour: string): Rgba {
  let resolved = known.get(colour);
  if (!resolved) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = '#000';
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
    resolved = [red, green, blue, alpha / 255];
    known.set(colour, resolved);
  }
  return resolved;
}

/** The first colour painted over the second. */
export function over(top: Rgba, bottom: Rgba): Rgba {
  const alpha = top[3] + bottom[3] * (1 - top[3]);
  if (alpha === 0) return [0, 0, 0, 0];
  const mix = (at: 0 | 1 | 2) => (top[at] * top[3] + bottom[at] * bottom[3] * (1 - top[3])) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
}

export const fade = ([red, green, blue, alpha]: Rgba, opacity: number): Rgba => [red, green, blue, alpha * opacity];

/** WCAG 2.2, "relative luminance". */
function luminance(colour: Rgba): number {
  const linear = (at: 0 | 1 | 2) => {
    const value = Math.min(1, Math.max(0, colour[at] / 255));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(0) + 0.7152 * linear(1) + 0.0722 * linear(2);
}

export function contrastOf(a: Rgba, b: Rgba): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}
