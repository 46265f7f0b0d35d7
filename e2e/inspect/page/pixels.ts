/** Measures samples on a picture of the page without its texts. */
import type { Box, Rgba, TextColour } from '../finding.ts';
import { contrastOf, fade, over } from './colours.ts';

export interface Picture {
  width: number;
  height: number;
  at(x: number, y: number): Rgba;
}

export async function readPicture(base64: string): Promise<Picture> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })!;
  canvas.drawImage(bitmap, 0, 0);
  const { data, width, height } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const at = (x: number, y: number): Rgba => {
    const start = (y * width + x) * 4;
    return [data[start]!, data[start + 1]!, data[start + 2]!, 1];
  };
  return { width, height, at };
}

/** About as many rows and columns of pixels, evenly spread. */
function* pixelsIn(picture: Picture, box: Box, columns = 40, rows = 8): Generator<Rgba> {
  const left = Math.max(0, Math.round(box.left));
  const right = Math.min(picture.width, Math.round(box.right));
  const top = Math.max(0, Math.round(box.top));
  const bottom = Math.min(picture.height, Math.round(box.bottom));
  const stepX = Math.max(1, Math.floor((right - left) / columns));
  const stepY = Math.max(1, Math.floor((bottom - top) / rows));
  for (let y = top; y < bottom; y += stepY) for (let x = left; x < right; x += stepX) yield picture.at(x, y);
}

/** The colour of a text over a pixel that already has the backgrounds of its groups. */
function paintedText({ fill, opacity, group, above }: TextColour, behind: Rgba): Rgba {
  let backdrop = behind;
  const share = opacity * group[3];
  if (opacity < 1 && share > 0 && share < 1) {
    // behind = group over backdrop, faded: solved for the backdrop.
    const solve = (at: 0 | 1 | 2) => (behind[at] - share * group[at]) / (1 - share);
    backdrop = [solve(0), solve(1), solve(2), 1];
  }
  let text = over(fade(over(fill, group), opacity), backdrop);
  for (const layer of above) text = over(layer, text);
  return text;
}

/**
 * The contrast of a text with what is behind it: the worst but for a tenth of its area, so that a line or an edge that only touches a
 * letter doesn't count.
 */
export function measuredContrast(picture: Picture, boxes: readonly Box[], colour: TextColour): number | null {
  const all = boxes.flatMap((box) =>
    [...pixelsIn(picture, box)].map((pixel) => contrastOf(paintedText(colour, pixel), pixel)),
  );
  all.sort((a, b) => a - b);
  return all[Math.floor(all.length / 10)] ?? null;
}

/** How well a control stands out: the best contrast of what it draws with the most frequent colour around it. */
export function measuredDistinction(picture: Picture, [box]: readonly Box[]): number | null {
  if (!box) return null;
  const counts = new Map<string, { colour: Rgba; count: number }>();
  const margin = 3;
  const around = {
    left: box.left - margin,
    top: box.top - margin,
    right: box.right + margin,
    bottom: box.bottom + margin,
  };
  const edges: Box[] = [
    { ...around, bottom: around.top + 2 },
    { ...around, top: around.bottom - 2 },
    { ...around, right: around.left + 2 },
    { ...around, left: around.right - 2 },
  ];
  for (const edge of edges)
    for (const colour of pixelsIn(picture, edge)) {
      const key = colour.join();
      const entry = counts.get(key) ?? { colour, count: 0 };
      entry.count += 1;
      counts.set(key, entry);
    }
  const surroundings = [...counts.values()].sort((a, b) => b.count - a.count)[0]?.colour;
  if (!surroundings) return null;
  const outline = { left: box.left - 1, top: box.top - 1, right: box.right + 1, bottom: box.bottom + 1 };
  // Every pixel: a line may be one high.
  const inside = [...pixelsIn(picture, outline, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)]
    .map((pixel) => contrastOf(pixel, surroundings))
    .sort((a, b) => b - a);
  // An icon or an outline covers little of its box; single pixels may be from outside.
  return inside[Math.min(2, inside.length - 1)] ?? null;
}
