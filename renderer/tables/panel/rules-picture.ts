/** Reads the cells of a picture in `words.json` (shared/protocol/labels.ts). Pure. */

export interface PictureCell {
  /** A name known to the drawing, or a text. */
  name: string;
  /** In cells. */
  width: number;
  isNew: boolean;
  counts: boolean;
}

const drawn = /^(-|\.|guest|host|black|white|water|ship|hit|miss|dot|h|v|box|die[1-6]?)$/;
/** About as many characters fit a cell. */
const charactersPerCell = 3.4;

export function cellOf(token: string): PictureCell {
  const [, name = token, mark = ''] = /^(.+?)([+*]?)$/.exec(token) ?? [];
  return { name, width: drawn.test(name) ? 1 : widthOf(name), isNew: mark === '+', counts: mark === '*' };
}

/** East Asian characters are about twice as wide as Latin ones. */
function widthOf(text: string): number {
  const units = [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 2 : 1), 0);
  return Math.max(1, Math.ceil((units + 1.5) / charactersPerCell));
}
