/** Frames for sending a host's board to its guest, between the proof and the session. */
import { z } from 'zod';
import { bundleLimits } from '../bundle/limits.ts';
import { hex64 } from '../signing/grammar.ts';

export const boardOfferSchema = z.object({
  version: z.literal(1),
  manifest_hash: hex64,
  file_count: z.int().min(1).max(bundleLimits.files),
  total_size_bytes: z.int().min(0).max(bundleLimits.totalBytes),
  max_file_size_bytes: z.int().min(1).max(bundleLimits.fileBytes),
});
export type BoardOffer = z.infer<typeof boardOfferSchema>;

/** Guest: requests the offered board. */
export const boardRequestSchema = z.object({
  _ui_artifact_request: z.literal(true),
  version: z.literal(1),
  manifest_hash: hex64,
});

/** Host: repeats the offer. */
export const boardBeginSchema = boardOfferSchema.extend({ _ui_artifact_begin: z.literal(true) });

/** Host: one file after the other, from index 0. */
export const boardFileSchema = z.object({
  _ui_artifact_file: z.literal(true),
  index: z.int().min(0),
  path: z.string(),
  content_base64: z.base64(),
  content_hash: hex64,
  size_bytes: z.int().min(0).max(bundleLimits.fileBytes),
});

export const boardEndSchema = z.object({ _ui_artifact_end: z.literal(true), manifest_hash: hex64 });

/** Guest: everything was verified and will be shown. */
export const boardAckSchema = z.object({
  _ui_artifact_ack: z.literal(true),
  status: z.literal('installed'),
  manifest_hash: hex64,
});

/** The reasons that a host sends to a guest, in the wording of the network. */
export type BoardRefusal = 'ui artifact is not shared' | 'ui artifact request mismatch';
