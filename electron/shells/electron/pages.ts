/** What the app's page and its boards need from Electron: locked sessions, and handlers of their schemes. Shared with the self-test. */
import type Electron from 'electron';
import type { BoardFiles } from '../../library/board.ts';
import { readAppFiles } from '../app-files.ts';
import { lockApp, lockSession } from './lockdown.ts';
import { boardScheme, schemes, serveApp, serveBoards } from './schemes.ts';

/** Call it before the app is ready. */
export function preparePages({ app, protocol }: Pick<typeof Electron, 'app' | 'protocol'>): void {
  lockApp(app);
  protocol.registerSchemesAsPrivileged(schemes);
}

/** Call it once the app is ready. */
export async function servePages(
  { protocol, session }: Pick<typeof Electron, 'protocol' | 'session'>,
  { rendererDir, boards }: { rendererDir: string; boards: BoardFiles },
): Promise<void> {
  // The default session exists from the start, so it causes no `session-created`.
  lockSession(session.defaultSession);
  protocol.handle('parlor-app', serveApp(await readAppFiles(rendererDir)));
  protocol.handle(boardScheme, serveBoards(boards));
}
