/** What the requests and answers about protocols and their boards are made of. */
import { z } from 'zod';
import { hex64 } from '../signing/grammar.ts';
import { limits } from './limits.ts';
import { jsonObject, label, labels, protocolId, publicKey, time } from './shapes.ts';

export const protocolStatus = z.enum(['experimental', 'active', 'deprecated']);
const reason = z.string().max(limits.status_reason_characters);

export const protocolRegistration = z.object({
  protocol_id: protocolId,
  name: z.string().min(1).max(128),
  description: z.string().max(4000).default(''),
  type: z.string().min(1).max(64),
  /** Kept as the text that was received: its numbers must come back digit for digit. */
  spec_json: jsonObject,
});

export const governanceSummary = z.object({
  family: z.string().nullable(),
  status: protocolStatus,
  parent_protocol_id: protocolId.nullable(),
  capabilities: z.array(label),
  tags: z.array(label),
});

export const protocolSummary = z.object({
  protocol_id: protocolId,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  author_public_key: publicKey,
  created_at: time,
  governance: governanceSummary,
});
export type ProtocolSummary = z.infer<typeof protocolSummary>;

export const protocolDetail = protocolSummary.extend({ spec_json: jsonObject });

export const protocolStats = z.object({
  protocol_id: protocolId,
  post_count: z.int(),
  session_count: z.int(),
  /** Of the scores given in its sessions; null where there are none. */
  avg_rating: z.number().nullable(),
  rating_count: z.int(),
});

export const similarProtocols = z.object({
  protocol_id: protocolId,
  /** All that have the same structure; `results` holds the nearest of them. */
  total: z.int(),
  results: z.array(
    z.object({
      protocol_id: protocolId,
      /** The share of parameter types both have, 0 to 1. */
      similarity: z.number().min(0).max(1),
      param_types_match: z.boolean(),
    }),
  ),
});

const manifestFile = z.object({ path: z.string(), content_hash: hex64, size_bytes: z.int() });
const manifest = z.object({ files: z.array(manifestFile) });
const uiFile = manifestFile.extend({ content_base64: z.string() });

export const protocolBundle = protocolDetail.extend({
  ui_manifest: manifest.nullable(),
  ui_manifest_hash: hex64.nullable(),
  ui_files: z.array(uiFile),
});

/** `files` may be only some of the manifest's; the others come one by one. */
export const uiBatch = z.object({ manifest_hash: hex64, manifest, files: z.array(uiFile) });
export const uiUpload = uiFile.extend({ manifest_hash: hex64 });
/** `staging_files`: how many of the manifest's files are there by now. */
export const uiStaging = z.object({ manifest_hash: hex64, status: z.literal('staging'), staging_files: z.int() });
export const uiFinalize = z.object({ manifest_hash: hex64 });
export const uiPublished = z.object({
  manifest_hash: hex64,
  status: z.literal('published'),
  /** Whether it was published before. */
  idempotent: z.boolean(),
});

/** The path of a bundle's file: each segment is decoded once, and none may turn into two. */
export const uiPath = z.codec(z.string(), z.string(), {
  decode: (text, context) => {
    const segments = text.split('/').map(decodedSegment);
    if (!segments.includes(null)) return segments.join('/');
    context.issues.push({ code: 'custom', input: text, message: 'not a path' });
    return z.NEVER;
  },
  encode: (path) => path.split('/').map(encodeURIComponent).join('/'),
});

function decodedSegment(text: string): string | null {
  try {
    const segment = decodeURIComponent(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    return /^[^\u0000-\u001f\u007f/]+$/.test(segment) ? segment : null;
  } catch {
    return null;
  }
}

export const governance = governanceSummary.extend({
  protocol_id: protocolId,
  author_public_key: publicKey,
  created_reason: z.string().nullable(),
  deprecated_reason: z.string().nullable(),
  canonical_rank: z.int().nullable(),
  updated_at: time,
});

/** Parts that are left out stay as they are. */
export const governanceUpdate = z.object({
  family: label,
  status: protocolStatus,
  parent_protocol_id: protocolId.nullish(),
  capabilities: labels.optional(),
  tags: labels.optional(),
  created_reason: reason.nullish(),
  deprecated_reason: reason.nullish(),
});
