/** The colours that boards receive as `--parlor-<name>`, mapped to the window's own tokens. */
export const boardTokens = {
  ground: 'paper',
  raised: 'raised',
  sunk: 'sunk',
  line: 'line',
  edge: 'edge',
  ink: 'ink',
  'ink-2': 'ink-2',
  'ink-3': 'ink-3',
  accent: 'felt',
  'on-accent': 'on-felt',
  'accent-soft': 'felt-soft',
  'accent-text': 'felt-text',
  danger: 'ox',
  'danger-soft': 'ox-soft',
  'danger-text': 'ox-text',
  ring: 'ring',
} as const;
export type BoardToken = keyof typeof boardTokens;

export const boardTokenNames = Object.keys(boardTokens) as BoardToken[];

/** Paths of Parlor's fonts on every board's origin: `.parlor/body-latin.woff2` and so on. */
export const boardFontPath = (face: 'body' | 'title' | 'mono', subset: 'latin' | 'latin-ext') =>
  `.parlor/${face}-${subset}.woff2`;
