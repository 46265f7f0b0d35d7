/** A host's board on its way to a guest that has none: offered, asked for, verified file by file, and held in memory only. */
import type { z } from 'zod';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import {
  type BoardOffer,
  type BoardRefusal,
  boardAckSchema,
  boardBeginSchema,
  boardEndSchema,
  boardFileSchema,
  boardRequestSchema,
} from '../../shared/tables/board-transfer.ts';
import { type Board, boardOfFiles, bytesOfFile, fileOf } from '../library/board.ts';
import type { Channel } from '../p2p/channel.ts';

/** For each frame of the transfer. */
const frameMs = 30_000;

export function offerOf(board: Board): BoardOffer {
  return {
    version: 1,
    manifest_hash: board.manifest_hash,
    file_count: board.files.size,
    total_size_bytes: board.size_bytes,
    max_file_size_bytes: bundleLimits.fileBytes,
  };
}

/**
 * Host: answers a guest's request with the board it was offered. Rejects `frame_invalid` where nothing was offered or something
 * else is asked for, after telling the guest so.
 */
export async function giveBoard(
  channel: Channel,
  board: Board | null,
  asked: JsonObject,
  signal?: AbortSignal,
): Promise<void> {
  const refuse = async (reason: BoardRefusal): Promise<never> => {
    await channel.send({ _ui_artifact_error: true, reason });
    throw new ParlorError('frame_invalid', 'The guest asked for a board it was not offered.', { reason });
  };
  if (board === null) return refuse('ui artifact is not shared');
  const request = boardRequestSchema.safeParse(asked);
  const { manifest_hash } = board;
  if (!request.success || request.data.manifest_hash !== manifest_hash) return refuse('ui artifact request mismatch');
  await channel.send({ _ui_artifact_begin: true, ...offerOf(board) });
  let index = 0;
  let sending = Promise.resolve();
  for (const [path, { bytes }] of board.files) {
    const { content_hash, size_bytes } = fileOf(path, bytes);
    const content_base64 = Buffer.from(bytes).toString('base64');
    // One on its way, one being made.
    await sending;
    sending = channel.send({ _ui_artifact_file: true, index, path, content_base64, content_hash, size_bytes });
    sending.catch(() => {});
    index += 1;
  }
  await sending;
  await channel.send({ _ui_artifact_end: true, manifest_hash });
  const ack = await hear(channel, boardAckSchema, signal);
  if (ack.manifest_hash !== manifest_hash) throw differs();
}

/** Guest: takes what was offered. Rejects `bundle_invalid` on anything else, and what the channel rejects; nothing was written. */
export async function takeBoard(
  channel: Channel,
  offer: BoardOffer,
  author: string,
  signal?: AbortSignal,
): Promise<Board> {
  const { manifest_hash, file_count, total_size_bytes, max_file_size_bytes } = offer;
  await channel.send({ _ui_artifact_request: true, version: 1, manifest_hash });
  const { _ui_artifact_begin: _, ...begun } = await hear(channel, boardBeginSchema, signal);
  if (JSON.stringify(begun) !== JSON.stringify(offer)) throw differs();
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (let index = 0; index < file_count; index += 1) {
    const file = await hear(channel, boardFileSchema, signal);
    total += file.size_bytes;
    if (file.index !== index || files.has(file.path)) throw differs();
    if (file.size_bytes > max_file_size_bytes || total > total_size_bytes) throw differs();
    files.set(file.path, bytesOfFile(file));
  }
  const end = await hear(channel, boardEndSchema, signal);
  if (end.manifest_hash !== manifest_hash || total !== total_size_bytes) throw differs();
  const board = boardOfFiles(files, manifest_hash, { source: 'host_p2p', author });
  await channel.send({ _ui_artifact_ack: true, status: 'installed', manifest_hash });
  return board;
}

async function hear<Schema extends z.ZodType>(
  channel: Channel,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<z.output<Schema>> {
  const frame = await channel.receive({ timeoutMs: frameMs, ...(signal ? { signal } : {}) });
  if (frame === null)
    throw new ParlorError('peer_disconnected', 'The other side hung up while the board was on its way.');
  const parsed = schema.safeParse(frame);
  if (!parsed.success) throw differs();
  return parsed.data;
}

const differs = () => new ParlorError('bundle_invalid', 'What came is not the board that was offered.');
