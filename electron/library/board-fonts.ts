/**
 * Parlor's fonts, served on the origin of every board, so that boards can match the window without bundling fonts or loading from
 * elsewhere. A board's own file of the same path takes precedence.
 */
import { boardFontPath } from '../../shared/boards/tokens.ts';
import { contentTypeOf } from '../../shared/bundle/manifest.ts';
import { readInstalledFile } from '../files/installed-file.ts';
import { fontPath } from '../installation.ts';

const fontPackages = {
  body: 'atkinson-hyperlegible-next',
  title: 'besley',
  mono: 'atkinson-hyperlegible-mono',
} as const;

/** Each font file: its path on a board's origin, its npm package and its name there. */
export const boardFonts = (Object.keys(fontPackages) as (keyof typeof fontPackages)[]).flatMap((face) =>
  (['latin', 'latin-ext'] as const).map((subset) => ({
    path: boardFontPath(face, subset),
    package: fontPackages[face],
    file: `${fontPackages[face]}-${subset}-wght-normal.woff2`,
  })),
);

/** The font files by their path on a board's origin, in the shape of a board's own files. */
export async function readBoardFonts(): Promise<ReadonlyMap<string, { bytes: Uint8Array; type: string }>> {
  const entries = boardFonts.map(async ({ path, package: name, file }) => {
    const bytes = new Uint8Array(await readInstalledFile(fontPath(name, file)));
    return [path, { bytes, type: contentTypeOf(path) as string }] as const;
  });
  return new Map(await Promise.all(entries));
}
