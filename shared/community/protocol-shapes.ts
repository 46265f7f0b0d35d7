/** Schemas of requests and responses about protocols and their UI bundles. */
import { z } from 'zod';
import { hex64 } from '../signing/grammar.ts';
import { limits } from './limits.ts';
import { freeText, jsonObject, label, labels, protocolId, publicKey, time } from './shapes.ts';

export const protocolStatus = z.enum(['experimental', 'active', 'deprecated']);
const reason = freeText(limits.status_reason_characters);

export const protocolRegistration = z.object({
  protocol_id: protocolId,
  name: freeText(128).min(1),
  description: freeText(4000).default(''),
  type: freeText(64).min(1),
  /** Stored as the received text, so that numbers are returned digit for digit. */
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
  /** The average score of its sessions; null without scores. */
  avg_rating: z.number().nullable(),
  rating_count: z.int(),
});

export const similarProtocols = z.object({
  protocol_id: protocolId,
  /** Number of other protocols with the same structure; `results` has the most similar ones. */
  total: z.int(),
  results: z.array(
    z.object({
      protocol_id: protocolId,
      /** Jaccard similarity of the parameter types, 0 to 1. */
      similarity: z.number().min(0).max(1),
      param_types_match: z.boolean(),
    }),
  ),
});

export const protocolIdsText = z.codec(z.string(), z.array(protocolId).min(1).max(limits.deprecations_page), {
  decode: (text) => text.split(','),
  encode: (ids) => ids.join(','),
});

export const deprecations = z.object({
  results: z.array(
    z.object({
      protocol_id: protocolId,
      deprecated_reason: z.string().nullable(),
      /** The newest version of the same author that follows and is not deprecated. */
      successor: z.object({ protocol_id: protocolId, name: z.string() }).nullable(),
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

/** `files` may be a subset of the manifest's; the others are uploaded one by one. */
export const uiBatch = z.object({ manifest_hash: hex64, manifest, files: z.array(uiFile) });
export const uiUpload = uiFile.extend({ manifest_hash: hex64 });
/** `staging_files`: the number of the manifest's files uploaded so far. */
export const uiStaging = z.object({ manifest_hash: hex64, status: z.literal('staging'), staging_files: z.int() });
export const uiFinalize = z.object({ manifest_hash: hex64 });
export const uiPublished = z.object({
  manifest_hash: hex64,
  status: z.literal('published'),
  /** Whether it was already published. */
  idempotent: z.boolean(),
});

/** The path of a bundle's file: each segment is decoded once and must not contain a slash. */
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
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
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

/** Omitted optional fields are unchanged. */
export const governanceUpdate = z.object({
  family: label,
  status: protocolStatus,
  parent_protocol_id: protocolId.nullish(),
  capabilities: labels.optional(),
  tags: labels.optional(),
  created_reason: reason.nullish(),
  deprecated_reason: reason.nullish(),
});
