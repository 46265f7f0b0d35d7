/** Publishing what an author wrote: the spec in a file and the board in a folder, each checked before anything is sent. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { PlacedProblem } from '../../shared/json/pointer.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { specMaxBytes } from '../../shared/protocol/limits.ts';
import { type KnownSpec, preflight } from '../../shared/protocol/preflight.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import type { CommunityClient } from '../community/client.ts';
import { type Board, boardOfFiles } from './board.ts';
import { readFolder } from './library.ts';
import { governanceOfSpec, type Shelf } from './present.ts';
import { publishBoard, registerProtocol } from './publish.ts';

export interface Draft {
  specPath: string;
  uiDir?: string | undefined;
  skipPreflight?: boolean | undefined;
  reason?: string | undefined;
}

export interface Registered {
  protocol_id: string;
  /** False where the community had it already. */
  fresh: boolean;
  board: { manifest_hash: string; files: number; size_bytes: number; idempotent: boolean } | null;
}

/**
 * Registers a draft and keeps it here. Rejects `invalid_spec` and `bundle_invalid` before anything is sent,
 * `preflight_blocked` where it adds nothing to what is known here, and what the community says.
 */
export async function registerDraft(shelf: Shelf, client: CommunityClient, draft: Draft): Promise<Registered> {
  const { library, catalogue } = shelf;
  const specText = await readDraft(draft.specPath);
  const protocol_id = protocolIdOf(specText);
  const board = draft.uiDir === undefined ? null : await readUiFolder(draft.uiDir, shelf.ownKey ?? '');
  if (!draft.skipPreflight) {
    const { status, reason, classification, existing_protocol_id } = preflight(specText, knownSpecs(shelf), {
      allowNew: true,
      publishing: true,
      reason: draft.reason,
    });
    if (status === 'blocked') {
      throw new ParlorError('preflight_blocked', `${reason} Nothing was registered (${classification}).`, {
        classification,
        existing_protocol_id,
      });
    }
  }
  const { protocol, fresh } = await registerProtocol(client, protocol_id, specText);
  const { author_public_key, governance } = protocol;
  await library.keep(protocol_id, specText);
  await catalogue.learn(protocol_id, { author_public_key, ...governance });
  if (!board) return { protocol_id, fresh, board: null };
  const { idempotent } = await publishBoard(client, protocol_id, board);
  if (library.get(protocol_id)?.source === 'cached') await library.keepBoard(protocol_id, board, client.url ?? '');
  const { manifest_hash, files, size_bytes } = board;
  return { protocol_id, fresh, board: { manifest_hash, files: files.size, size_bytes, idempotent } };
}

/** The text of a spec.json. Rejects `invalid_spec` with every broken rule, `not_found` where there is no such file. */
export async function readDraft(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new ParlorError('not_found', `${path} cannot be read.`, undefined, { cause });
  });
  if (bytes.length > specMaxBytes) throw invalidSpec([{ pointer: '', message: `larger than ${specMaxBytes} bytes` }]);
  if (!isUtf8(bytes)) throw new ParlorError('malformed_json', `${path} is not UTF-8.`);
  const specText = bytes.toString('utf8');
  const { problems } = readSpec(specText);
  if (problems.length > 0) throw invalidSpec(problems);
  return specText;
}

const problemsShown = 20;

function invalidSpec(problems: PlacedProblem[]): ParlorError {
  const shown = problems.slice(0, problemsShown).map(({ pointer, message }) => ({ pointer, message }));
  const lines = shown.map(({ pointer, message }) => `${pointer || '/'} ${message}`);
  return new ParlorError('invalid_spec', `The spec breaks a rule for specifications: ${lines.join('; ')}.`, {
    errors: shown,
  });
}

/** The board in a folder, whole and within the rules. Rejects `bundle_invalid`. */
export async function readUiFolder(folder: string, author: string): Promise<Board> {
  const { manifest, bytesByPath } = await readFolder(folder).catch((cause: unknown) => {
    throw new ParlorError('bundle_invalid', `${folder} cannot be read.`, undefined, { cause });
  });
  return boardOfFiles(bytesByPath, manifestHashOf(manifest), { source: 'platform', author });
}

/** What a draft is measured by: everything on this computer. */
export function knownSpecs({ library, catalogue }: Shelf): KnownSpec[] {
  return library.list().map((protocol) => ({
    protocol_id: protocol.protocol_id,
    specText: protocol.specText,
    family: (catalogue.get(protocol.protocol_id) ?? governanceOfSpec(protocol)).family,
  }));
}
