/** What is served on a board's origin: its own files, and those that Parlor adds to every board. */
import { contentTypeOf } from '../../shared/bundle/manifest.ts';
import { readInstalledFile } from '../files/installed-file.ts';
import { boardAdapterPath } from '../installation.ts';
import { type Board, type BoardFiles, entryPage } from './board.ts';
import { adapterPath, boardInterfaceOf, withAdapter } from './board-client.ts';
import { readBoardFonts } from './board-fonts.ts';

/** `boardWithLabel` finds a board by the host label of its origin. */
export async function readServedFiles(boardWithLabel: (label: string) => Board | undefined): Promise<BoardFiles> {
  const commonFiles = new Map(await readBoardFonts());
  const adapter = new Uint8Array(await readInstalledFile(boardAdapterPath));
  commonFiles.set(adapterPath, { bytes: adapter, type: contentTypeOf(adapterPath) as string });
  return {
    get(label, path) {
      const board = boardWithLabel(label);
      const file = board?.files.get(path);
      if (board && file && path === entryPage && boardInterfaceOf(board) === 'window_messages') {
        return { ...file, bytes: withAdapter(file.bytes) };
      }
      return file ?? (board && commonFiles.get(path)) ?? null;
    },
  };
}
