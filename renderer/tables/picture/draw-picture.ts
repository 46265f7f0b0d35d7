/** Draws a result as a picture of 1200 by 630 pixels, the size that chats and forums show in full. */
import { shownText } from '../../../shared/peer-text.ts';
import { identiconOf, outlines } from '../../ui/identicon-pattern.ts';
import { armchair } from '../../ui/Logo.tsx';
import type { PictureContent, PictureSeat } from './picture-content.ts';

export const pictureSize = { width: 1200, height: 630 };
const margin = 64;
const headerHeight = 84;
const gridSize = 420;
const textWidth = pictureSize.width - 2 * margin - gridSize - 48;

/** The canvas, with the window's colours and fonts as its computed style has them. */
interface Pen {
  context: CanvasRenderingContext2D;
  color(token: string): string;
  font(face: 'title' | 'body', weight: number, size: number): string;
}

export async function drawPicture(canvas: HTMLCanvasElement, content: PictureContent): Promise<void> {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas context');
  const style = getComputedStyle(canvas);
  const pen: Pen = {
    context,
    color(token) {
      canvas.style.color = `var(--${token})`;
      return style.color;
    },
    font: (face, weight, size) => `${weight} ${size}px ${style.getPropertyValue(`--font-${face}`)}`,
  };
  const text = JSON.stringify(content);
  await Promise.all([
    document.fonts.load(pen.font('title', 600, 60), text),
    document.fonts.load(pen.font('body', 400, 30), text),
  ]);
  const { width, height } = pictureSize;
  context.fillStyle = pen.color('table');
  context.fillRect(0, 0, width, height);
  drawHeader(pen, content);
  const { grid } = content;
  const [left, top] = [width - margin - gridSize, headerHeight + (height - headerHeight - gridSize) / 2];
  if (grid) drawGrid(pen, grid, left, top);
  else
    for (const [index, seat] of content.seats.entries())
      drawIdenticon(pen, seat, left + index * 210, top + index * 210, 210);
  context.textAlign = 'left';
  write(pen, content.game, { x: margin, y: 148, color: 'on-table-2', font: pen.font('body', 400, 32) });
  const headline = titleFont(pen, content.headline, 68);
  write(pen, content.headline, { x: margin, y: 222, color: 'on-table', font: headline });
  const font = pen.font('body', 400, 27);
  for (const [index, line] of wrapLines(pen, content.ending, font, 2).entries())
    write(pen, line, { x: margin, y: 270 + index * 36, color: 'on-table-2', font });
  drawSeat(pen, content.seats[0], 348, grid && 'mine');
  drawSeat(pen, content.seats[1], 446, grid && 'theirs');
  write(pen, content.report, { x: margin, y: 580, color: 'on-table-2', font: pen.font('body', 400, 24) });
}

interface TextStyle {
  x: number;
  y: number;
  /** Longer text is condensed. */
  maxWidth?: number;
  color: string;
  font: string;
}

function write({ context, color }: Pen, text: string, line: TextStyle): void {
  context.fillStyle = color(line.color);
  context.font = line.font;
  context.fillText(shownText(text), line.x, line.y, line.maxWidth ?? textWidth);
}

/** The title's font, smaller for long names. */
function titleFont({ context, font }: Pen, text: string, size: number): string {
  context.font = font('title', 600, size);
  const scale = Math.min(1, textWidth / context.measureText(text).width);
  return font('title', 600, Math.floor(size * scale));
}

/** Wraps between words, and cuts after `maxLines`. */
function wrapLines({ context }: Pen, text: string, font: string, maxLines: number): string[] {
  context.font = font;
  const lines = [''];
  for (const word of wordsOf(text)) {
    const line = lines.at(-1) ?? '';
    if (context.measureText(line + word.trimEnd()).width <= textWidth || line === '')
      lines[lines.length - 1] = line + word;
    else if (lines.length < maxLines) lines.push(word);
    else return [...lines.slice(0, -1), `${line.trimEnd()}…`];
  }
  return lines;
}

/** Words, each with the punctuation and space that follow it. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike || words.length === 0) words.push(segment);
    else words[words.length - 1] += segment;
  }
  return words;
}

/** The header with the logo. */
function drawHeader(pen: Pen, { caption }: PictureContent): void {
  const { context, color, font } = pen;
  const { width } = pictureSize;
  context.fillStyle = color('wood');
  context.fillRect(0, 0, width, headerHeight);
  context.textAlign = 'left';
  write(pen, 'Parlor', { x: margin + 52, y: 54, color: 'wood-ink', font: font('title', 600, 32) });
  context.save();
  context.translate(margin, 22);
  context.scale(38 / 32, 38 / 32);
  context.fill(new Path2D(armchair));
  context.fillStyle = color('brass');
  context.fill(discPath(16, 9, 6));
  context.restore();
  context.textAlign = 'right';
  write(pen, caption, { x: width - margin, y: 52, maxWidth: 800, color: 'wood-ink-2', font: font('body', 400, 24) });
}

const discPath = (x: number, y: number, radius: number): Path2D => {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
};

type Side = 'mine' | 'theirs';

/** A piece as in the final position: filled, or a light ring. */
function drawPiece({ context, color }: Pen, side: Side, x: number, y: number, radius: number): void {
  if (side === 'mine') {
    context.fillStyle = color('brass');
    context.fill(discPath(x, y, radius));
  } else {
    context.strokeStyle = color('on-table');
    context.lineWidth = radius * 0.36;
    context.stroke(discPath(x, y, radius * 0.82));
  }
}

/** A player, with their piece if the position shows any. */
function drawSeat(pen: Pen, seat: PictureSeat, y: number, pieces: Side | null): void {
  const { context, font } = pen;
  drawIdenticon(pen, seat, margin, y, 76);
  const x = margin + 76 + 24;
  const maxWidth = textWidth - (x - margin) - 40;
  const name = { x, y: y + 33, maxWidth, color: 'on-table', font: font('body', 640, 32) };
  write(pen, seat.name, name);
  if (pieces) drawPiece(pen, pieces, x + Math.min(context.measureText(seat.name).width, maxWidth) + 26, y + 22, 12);
  const rating = { x, y: y + 67, maxWidth, color: 'on-table-2', font: font('body', 400, 25) };
  write(pen, seat.rating, rating);
  const gainX = x + context.measureText(seat.rating).width + 14;
  write(pen, seat.gain, { ...rating, x: gainX, color: 'on-table', font: font('body', 640, 25) });
}

function drawIdenticon(
  { context, color }: Pen,
  { publicKey, mode }: PictureSeat,
  x: number,
  y: number,
  size: number,
): void {
  const { palette, paths } = identiconOf(publicKey);
  const outline = new Path2D(outlines[mode]);
  context.save();
  context.translate(x, y);
  context.scale(size / 36, size / 36);
  context.save();
  context.clip(outline);
  context.fillStyle = color(`identicon-${palette}-ground`);
  context.fillRect(0, 0, 36, 36);
  // The stroke closes the seams between two cells.
  context.lineWidth = 0.3;
  for (const tone of ['a', 'b'] as const) {
    const path = new Path2D(paths[tone]);
    context.fillStyle = context.strokeStyle = color(`identicon-${palette}-${tone}`);
    context.fill(path);
    context.stroke(path);
  }
  context.restore();
  context.strokeStyle = color('identicon-rim');
  context.lineWidth = 1.5;
  context.stroke(outline);
  context.restore();
}

/** The final position with the winning line. */
function drawGrid(pen: Pen, grid: NonNullable<PictureContent['grid']>, left: number, top: number): void {
  const { context, color } = pen;
  const { cells, winningLine, ownCell } = grid;
  const columns = cells[0]?.length ?? 1;
  const cell = Math.min(gridSize / columns, gridSize / cells.length, 72);
  const x = (column: number) => left + (gridSize - columns * cell) / 2 + (column + 0.5) * cell;
  const y = (row: number) => top + (gridSize - cells.length * cell) / 2 + (row + 0.5) * cell;
  for (const [row, owners] of cells.entries())
    for (const [column, owner] of owners.entries()) {
      if (owner !== null) drawPiece(pen, owner === ownCell ? 'mine' : 'theirs', x(column), y(row), cell * 0.41);
      else {
        context.fillStyle = color('table-rim');
        context.fill(discPath(x(column), y(row), cell * 0.41));
      }
    }
  const [first, last] = [winningLine[0], winningLine.at(-1)];
  if (!first || !last) return;
  context.strokeStyle = color(cells[first.row]?.[first.col] === ownCell ? 'on-table' : 'brass');
  context.lineWidth = cell * 0.16;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(x(first.col), y(first.row));
  context.lineTo(x(last.col), y(last.row));
  context.stroke();
}
