/** Transfer of a host's board to a guest that has none: offered, requested, verified file by file, and kept in memory only. */
import type { z } from 'zod';
import { bundleLimits } from '../../../shared/bundle/limits.ts';
import { type ErrorCode, ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { oldestOfLargest } from '../../../shared/oldest-of-largest.ts';
import {
  type BoardOffer,
  type BoardRefusal,
  boardAckSchema,
  boardBeginSchema,
  boardEndSchema,
  boardFileSchema,
  boardRequestSchema,
} from '../../../shared/tables/board-transfer.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { readSystemFrame } from '../../../shared/tables/frames.ts';
import { leftByGuest, refusedByHost } from '../../../shared/tables/refusals.ts';
import { type Board, manifestEntry } from '../../library/board.ts';
import { verifyBoard, verifyFile } from '../../library/verify-board.ts';
import type { Channel } from '../../p2p/channel.ts';
import { throwIfCancelled, waitFor } from '../../p2p/wait-for.ts';

const { frameBytes: maxLineBytes, frameMs, totalMs } = budgets.board;

export function offerOf(board: Board): BoardOffer {
  return {
    version: 1,
    manifest_hash: board.manifest_hash,
    file_count: board.files.size,
    total_size_bytes: board.size_bytes,
    max_file_size_bytes: bundleLimits.fileBytes,
  };
}

/** Any board, or the one with this manifest hash. */
export type AcceptedBoard = 'any' | (string & {});

/** The transfers from this process, of all its tables, oldest first. */
const sending = new Set<Transfer>();
interface Transfer {
  source: string;
  bytes: number;
  controller: AbortController;
}

/**
 * Host: sends the offered board. Rejects `frame_invalid`, after refusing, if nothing or another board was offered, `peer_timeout`, and
 * `cancelled` when it gives way: beyond the budget of its source, the oldest of this source does, and beyond that of all, the oldest of the
 * source with the most. Small boards, as of most games, leave room for thousands.
 */
export async function sendBoard(
  channel: Channel,
  board: Board | null,
  frame: JsonObject,
  signal?: AbortSignal,
): Promise<void> {
  const { source } = channel;
  const transfer: Transfer = { source, bytes: board?.size_bytes ?? 0, controller: new AbortController() };
  sending.add(transfer);
  const ofSource = [...sending].filter((other) => other.source === source);
  if (ofSource.length > budgets.board.perSource) displace(ofSource[0]!);
  while (sending.size > 1 && bytesSending() > budgets.board.concurrentBytes)
    displace(oldestOfLargest(sending, (other) => other.source));
  const signals = AbortSignal.any([transfer.controller.signal, ...(signal ? [signal] : [])]);
  try {
    await withinTotal(sendFiles(channel, board, frame, signals), signals);
  } finally {
    sending.delete(transfer);
  }
}

const bytesSending = () => [...sending].reduce((sum, { bytes }) => sum + bytes, 0);

function displace(transfer: Transfer): void {
  sending.delete(transfer);
  transfer.controller.abort();
}

/** Guest: receives the offered board. Rejects `bundle_invalid` on any difference, and as the channel; writes nothing to disk. */
export const receiveBoard: typeof receiveFiles = (...args) => withinTotal(receiveFiles(...args));

/** Rejects when the whole transfer takes too long. The caller then closes the channel, which ends it. */
const withinTotal = <T>(transfer: Promise<T>, signal?: AbortSignal): Promise<T> =>
  waitFor(
    transfer,
    { timeoutMs: totalMs, signal },
    () => new ParlorError('peer_timeout', 'The transfer of the board took too long.', { timeout_ms: totalMs }),
  );

async function sendFiles(channel: Channel, board: Board | null, frame: JsonObject, signal: AbortSignal): Promise<void> {
  const refuse = async (reason: BoardRefusal): Promise<never> => {
    await channel.send({ _ui_artifact_error: true, reason });
    throw new ParlorError('frame_invalid', 'The guest requested a board that was not offered.', { reason });
  };
  if (board === null) return refuse('ui artifact is not shared');
  const request = boardRequestSchema.safeParse(frame);
  const { manifest_hash } = board;
  if (!request.success || request.data.manifest_hash !== manifest_hash) return refuse('ui artifact request mismatch');
  await channel.send({ _ui_artifact_begin: true, ...offerOf(board) });
  let index = 0;
  let sendingFile = Promise.resolve();
  for (const [path, { bytes }] of board.files) {
    const { content_hash, size_bytes } = manifestEntry(path, bytes);
    const content_base64 = Buffer.from(bytes).toString('base64');
    // Encodes the next file while the previous one is sent.
    await sendingFile;
    throwIfCancelled(signal);
    const file = { _ui_artifact_file: true, index, path, content_base64, content_hash, size_bytes };
    sendingFile = channel.send(file, { maxLineBytes });
    sendingFile.catch(() => {
      // Awaited above or below.
    });
    index += 1;
  }
  await sendingFile;
  await channel.send({ _ui_artifact_end: true, manifest_hash });
  const ack = await receiveFrame(channel, boardAckSchema, leftByGuest, signal);
  if (ack.manifest_hash !== manifest_hash) throw mismatchError();
}

async function receiveFiles(
  channel: Channel,
  offer: BoardOffer,
  accepted: AcceptedBoard,
  author: string,
  signal?: AbortSignal,
): Promise<Board> {
  if (accepted !== 'any' && accepted !== offer.manifest_hash)
    throw new ParlorError('bundle_invalid', 'The host offers another board than the one to test.');
  const { manifest_hash, file_count, total_size_bytes, max_file_size_bytes } = offer;
  await channel.send({ _ui_artifact_request: true, version: 1, manifest_hash });
  const { _ui_artifact_begin: _, ...receivedOffer } = await receiveFrame(
    channel,
    boardBeginSchema,
    refusedByHost,
    signal,
  );
  if (JSON.stringify(receivedOffer) !== JSON.stringify(offer)) throw mismatchError();
  const files = new Map<string, Uint8Array>();
  let totalBytes = 0;
  for (let index = 0; index < file_count; index += 1) {
    const file = await receiveFrame(channel, boardFileSchema, refusedByHost, signal);
    totalBytes += file.size_bytes;
    if (file.index !== index || files.has(file.path)) throw mismatchError();
    if (file.size_bytes > max_file_size_bytes || totalBytes > total_size_bytes) throw mismatchError();
    files.set(file.path, verifyFile(file));
  }
  const end = await receiveFrame(channel, boardEndSchema, refusedByHost, signal);
  if (end.manifest_hash !== manifest_hash || totalBytes !== total_size_bytes) throw mismatchError();
  const board = verifyBoard(files, manifest_hash, { source: 'host_p2p', author });
  await channel.send({ _ui_artifact_ack: true, status: 'installed', manifest_hash });
  return board;
}

async function receiveFrame<Schema extends z.ZodType>(
  channel: Channel,
  schema: Schema,
  onBye: (code: ErrorCode | null) => ParlorError,
  signal: AbortSignal | undefined,
): Promise<z.output<Schema>> {
  const frame = await channel.receive({ timeoutMs: frameMs, maxLineBytes, ...(signal ? { signal } : {}) });
  if (frame === null)
    throw new ParlorError('peer_disconnected', 'The other side disconnected during the transfer of the board.');
  const system = readSystemFrame(frame);
  if (system?.kind === 'bye') throw onBye(system.code);
  const parsed = schema.safeParse(frame);
  if (!parsed.success) throw mismatchError();
  return parsed.data;
}

const mismatchError = () => new ParlorError('bundle_invalid', 'The received board is not the one that was offered.');
