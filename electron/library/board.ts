/** A board: a UI bundle whose files were verified against its manifest and are held in memory. */
import { hash } from 'node:crypto';
import type { ManifestFile } from '../../shared/bundle/manifest.ts';

/** Verified bytes of boards, held in memory, keyed by the first 32 hex digits of the manifest hash. */
export interface BoardFiles {
  get(label: string, path: string): { bytes: Uint8Array; type: string } | null;
}

export interface Board {
  /** On this computer, published by the protocol's author, or sent by the host for one table. */
  source: 'local' | 'platform' | 'host_p2p';
  manifest_hash: string;
  author: string;
  files: ReadonlyMap<string, { bytes: Uint8Array; type: string }>;
  size_bytes: number;
}

/** The page that a board starts with. */
export const entryPage = 'index.html';

/** Files of resources/ui-kit that a board contains copies of. */
export const kitFiles = ['parlor-board.js', 'parlor-board.css'] as const;

export const manifestOf = ({ files }: Board): ManifestFile[] =>
  [...files].map(([path, { bytes }]) => manifestEntry(path, bytes));

export const manifestOfBytes = (bytesByPath: ReadonlyMap<string, Uint8Array>): ManifestFile[] =>
  [...bytesByPath].map(([path, bytes]) => manifestEntry(path, bytes));

/** A manifest entry. The native hash is ten times as fast as the one in shared/. */
export function manifestEntry(path: string, bytes: Uint8Array): ManifestFile {
  return { path, content_hash: hash('sha256', bytes), size_bytes: bytes.length };
}
