/** Protocols on this computer and at the community: content, governance, hooks and boards. */
import { z } from 'zod';
import { boardChatSchema } from '../boards/contract.ts';
import { limits } from '../community/limits.ts';
import { governanceSummary, protocolStatus } from '../community/protocol-shapes.ts';
import { cursorText, label, labels } from '../community/shapes.ts';
import { languages } from '../language.ts';
import { specDiffSchema } from '../protocol/diff.ts';
import { preflightClasses } from '../protocol/preflight-classes.ts';
import { protocolWordsSchema } from '../protocol/words.ts';
import { boardRecordSchema } from '../tables/board-record.ts';
import { call, type GroupSpec } from './define.ts';
import { next, pageArgs, pageMaxEntries } from './pages.ts';
import { adversaryRoundsMax, selfTestSchema } from './self-test.ts';
import {
  boardRefSchema,
  boardSourceSchema,
  currentPassphrase,
  hex64,
  json,
  nothing,
  options,
  personSchema,
  problemSchema,
  time,
} from './shapes.ts';

/** A protocol id, or the folder name of a bundled protocol. */
const protocol = z
  .string()
  .regex(/^([0-9a-f]{64}|[a-z0-9-]{1,63})$/, 'expected a protocol id or the name of a bundled one');
const protocolRef = z.object({ protocol });

const boardSchema = boardRefSchema.extend({
  size_bytes: z.int(),
  files: z.array(z.object({ path: z.string(), content_hash: hex64, size_bytes: z.int() })),
});

export const protocolEntrySchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  mode: z.string(),
  /** Whether Parlor can play its mode. */
  playable: z.boolean(),
  /** `own`: registered by this identity. `community`: not on this computer. */
  source: z.enum(['bundled', 'cached', 'own', 'community']),
  /** The latest from a community, else from the spec. */
  governance: governanceSummary,
  author_public_key: hex64.nullable(),
  /** `unfinished`: some methods throw a not-implemented error. `by_hand`: generated; the user answers everything. */
  hooks: z.enum(['missing', 'unfinished', 'by_hand', 'finished']),
  board: boardRefSchema.nullable(),
});
export type ProtocolEntry = z.infer<typeof protocolEntrySchema>;

export const protocolPageSchema = protocolEntrySchema.extend({
  /** The original text; its hash was verified. */
  spec_text: z.string(),
  spec: json,
  /** Why a seat can't be played by hand; null if it can. */
  by_hand_refusal: z.object({ host: z.string().nullable(), guest: z.string().nullable() }),
  /** Set for a game whose messages don't name the winner: a guest by hand is asked. */
  names_no_winner: z.literal(true).exactOptional(),
  /** The board that a table would show, with all its files. */
  board: boardSchema.nullable(),
  board_problem: problemSchema.nullable(),
  /** Null without a community, or with `community_problem` if its request failed or it doesn't know the protocol. */
  community: z
    .object({
      governance: governanceSummary.extend({
        author_public_key: hex64,
        created_reason: z.string().nullable(),
        deprecated_reason: z.string().nullable(),
        canonical_rank: z.int().nullable(),
        updated_at: time,
      }),
      stats: z.object({
        post_count: z.int(),
        session_count: z.int(),
        avg_rating: z.number().nullable(),
        rating_count: z.int(),
      }),
      similar: z.object({
        /** Number of protocols with the same structure; `results` has the most similar. */
        total: z.int(),
        results: z.array(
          z.object({
            protocol_id: hex64,
            /** Null if unknown to this computer and the community. */
            name: z.string().nullable(),
            similarity: z.number(),
            param_types_match: z.boolean(),
          }),
        ),
      }),
    })
    .nullable(),
  community_problem: problemSchema.nullable(),
});
export type ProtocolPage = z.infer<typeof protocolPageSchema>;
/** The board that a protocol's tables show. */
export type ProtocolBoard = NonNullable<ProtocolPage['board']>;

export const protocolSearchSchema = z.object({
  results: z.array(
    z.object({
      protocol_id: hex64,
      name: z.string(),
      description: z.string(),
      type: z.string(),
      author_public_key: hex64,
      created_at: time,
      governance: governanceSummary,
      /** Whether it is on this computer. */
      here: z.boolean(),
    }),
  ),
  /** The cursor of the next page; null at the end. */
  next_cursor: z.string().nullable(),
});
export type ProtocolSearch = z.infer<typeof protocolSearchSchema>;

export const hooksSchema = z.object({
  /** `bundled`: with a bundled protocol. `own`: the user's file. `pack`: shipped with Parlor for a protocol of the wider network. */
  origin: z.enum(['bundled', 'own', 'pack']).nullable(),
  state: protocolEntrySchema.shape.hooks,
  /** The file's text, or the skeleton if there is no file. */
  text: z.string(),
  /** SHA-256 of the file, which a change must repeat. Running tables keep the file they started with. */
  hash: hex64.nullable(),
  open_methods: z.array(z.string()),
  /** Why it can't be loaded. Only `set_hooks` loads it. */
  problem: problemSchema.nullable(),
  editable: z.boolean(),
  /** The initial file, in which every method throws a not-implemented error. */
  skeleton: z.string(),
});
export type HooksPage = z.infer<typeof hooksSchema>;

/** The result of loading a text as hooks. `problem.detail` may have `line` and `column`, from 1. */
const hooksCheckSchema = hooksSchema.pick({ state: true, open_methods: true, problem: true }).extend({ hash: hex64 });
export type HooksCheck = z.infer<typeof hooksCheckSchema>;

const usageSchema = z.object({
  protocol_id: hex64,
  post_count: z.int(),
  session_count: z.int(),
  avg_rating: z.number().nullable(),
  rating_count: z.int(),
});
export type ProtocolUsage = z.infer<typeof usageSchema>;

export const lineageSchema = z.object({
  protocol_id: hex64,
  family: z.string().nullable(),
  /** The protocol itself, its ancestors, and all members of its family. */
  relatives: z.array(
    z.object({
      protocol_id: hex64,
      name: z.string(),
      status: protocolStatus,
      family: z.string().nullable(),
      parent_protocol_id: hex64.nullable(),
      author_public_key: hex64.nullable(),
      created_at: time.nullable(),
      /** Whether it is on this computer. */
      here: z.boolean(),
    }),
  ),
  /** False if the list was cut off. */
  whole: z.boolean(),
  /** Why the list has only protocols on this computer. */
  community_problem: problemSchema.nullable(),
});
export type Lineage = z.infer<typeof lineageSchema>;

const deprecationSchema = z.object({
  protocol_id: hex64,
  /** The author's words; null if there are none. */
  reason: z.string().nullable(),
  /** The author's newest version that is not deprecated. */
  successor: z.object({ protocol_id: hex64, name: z.string(), here: z.boolean() }).nullable(),
});
export type Deprecation = z.infer<typeof deprecationSchema>;

export const preflightSchema = z.object({
  status: z.enum(['allowed', 'blocked']),
  draft_protocol_id: hex64,
  classification: z.enum(preflightClasses),
  recommendation: z.enum(['use_existing', 'use_options', 'extend_existing', 'publish_with_parent', 'publish_new']),
  reason: z.string(),
  existing_protocol_id: hex64.nullable(),
  nearest: z.array(
    z.object({
      protocol_id: hex64,
      name: z.string(),
      similarity: z.number(),
      classification: z.enum(preflightClasses),
    }),
  ),
  required_metadata: z.object({
    family: z.string().nullable(),
    parent_protocol_id: hex64.nullable(),
    created_reason: z.string().nullable(),
  }),
});

/** A board of another author that the user allowed. */
export const consentSchema = z.object({
  source: boardSourceSchema.exclude(['local']),
  protocol_id: hex64,
  /** Null if the protocol is no longer on this computer. */
  protocol_name: z.string().nullable(),
  manifest_hash: hex64,
  /** The protocol's author, or the host that sent it. */
  author: personSchema,
  accepted_at: time,
});
export type Consent = z.infer<typeof consentSchema>;

const reason = z.string().max(limits.status_reason_characters);
const hooksText = z.string().max(256 * 1024);
/** Maximum number of protocols in one request. */
export const usageMaxProtocols = 20;
const path = z.string().min(1).max(4096);

export const protocolsGroup = {
  calls: {
    /** Protocols on this computer, bundled ones first, in pages. Long names and descriptions are shortened. */
    list: call('both', pageArgs, z.object({ protocols: z.array(protocolEntrySchema).max(pageMaxEntries), next })),
    /** The labels of protocols in one language, if they have any, and the defaults of their options, by protocol id, in pages. */
    labels: call(
      'both',
      pageArgs.extend({ language: z.enum(languages) }),
      z.object({
        labels: z.record(hex64, protocolWordsSchema),
        defaults: z.record(hex64, z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
        next,
      }),
    ),
    /** One protocol. One of the community is not stored on this computer. */
    get: call('both', protocolRef, protocolPageSchema),
    /** A position on the board of a bundled protocol, for its page; null if there is none. */
    sample: call(
      'both',
      protocolRef.extend({ language: z.enum(languages) }),
      z.object({
        sample: z.object({ url: z.string(), record: boardRecordSchema, talk: z.array(boardChatSchema) }).nullable(),
      }),
    ),
    /** The board currently published by its author; null if there is none. Its files are not stored. */
    published_board: call('both', protocolRef, z.object({ board: boardSchema.nullable() })),
    /** Protocols of the community, newest first. With `query`, pages are read until `limit` protocols match. */
    search: call(
      'both',
      z.object({
        query: z.string().max(200).optional(),
        family: label.optional(),
        status: protocolStatus.optional(),
        limit: z.int().min(1).max(limits.list_page).optional(),
        max_pages: z.int().min(1).max(100).optional(),
        cursor: cursorText.optional(),
      }),
      protocolSearchSchema,
    ),
    /**
     * Downloads a protocol. Its author's board is included only if `accept_ui`, or else the settings, allow it; with `manifest_hash`
     * only that exact version.
     */
    fetch: call(
      'both',
      z.object({ protocol, accept_ui: z.boolean().optional(), manifest_hash: hex64.optional() }),
      protocolEntrySchema,
    ),
    govern: call(
      'both',
      z.object({
        protocol,
        family: label,
        status: protocolStatus,
        parent_protocol_id: hex64.nullable().optional(),
        capabilities: labels.optional(),
        tags: labels.optional(),
        created_reason: reason.nullable().optional(),
        deprecated_reason: reason.nullable().optional(),
      }),
      protocolEntrySchema,
    ),
    /** Usage of each protocol at the community; unknown ones are omitted. */
    usage: call(
      'both',
      z.object({ protocol_ids: z.array(hex64).max(usageMaxProtocols) }),
      z.object({ usage: z.array(usageSchema) }),
    ),
    /** Those of these protocols that their authors have deprecated. */
    deprecations: call(
      'both',
      z.object({ protocol_ids: z.array(hex64).max(limits.deprecations_page) }),
      z.object({ deprecations: z.array(deprecationSchema) }),
    ),
    /** The protocol's ancestors and its family. */
    lineage: call('both', protocolRef, lineageSchema),
    /** The differences between two protocols, on this computer or at the community. */
    diff: call('both', z.object({ before: protocol, after: protocol }), specDiffSchema),
    hooks: call('both', protocolRef, hooksSchema),
    /** Writes the user's hooks if the current file still has the given hash (null: no file). Rejects `wrong_passphrase`. */
    set_hooks: call(
      'both',
      z.object({ protocol, text: hooksText, based_on: hex64.nullable(), passphrase: currentPassphrase }),
      hooksSchema,
    ),
    /** Loads a text as hooks without storing it. */
    check_hooks: call('both', z.object({ protocol, text: hooksText }), hooksCheckSchema),
    /**
     * Plays hooks against themselves and, if requested, against a peer that breaks every rule. Uses `text`, else the stored hooks. The
     * same `seed` plays the same game.
     */
    self_test: call(
      'both',
      z.object({
        protocol,
        text: hooksText.optional(),
        seed: z.string().min(1).max(64).optional(),
        options: options.optional(),
        adversarial: z.boolean().optional(),
        rounds: z.int().min(1).max(adversaryRoundsMax).optional(),
      }),
      selfTestSchema,
    ),
    /** Compares the spec in a file with the protocols on this computer and, if requested, with the community's. */
    preflight: call(
      'terminal',
      z.object({
        spec_path: path,
        family: label.optional(),
        allow_new: z.boolean().optional(),
        reason: reason.optional(),
        include_community: z.boolean().optional(),
      }),
      preflightSchema,
    ),
    /** Registers the spec in a file and publishes the board in a folder; `publishing.run` without governance. */
    register: call(
      'terminal',
      z.object({
        spec_path: path,
        ui_dir: path.optional(),
        skip_preflight: z.boolean().optional(),
        reason: reason.optional(),
      }),
      z.object({
        protocol: protocolEntrySchema,
        /** False if the community already had it. */
        fresh: z.boolean(),
        board: z
          .object({ manifest_hash: hex64, files: z.int(), size_bytes: z.int(), idempotent: z.boolean() })
          .nullable(),
      }),
    ),
    /** Allowed boards of other authors, the latest first, in pages. */
    consents: call('both', pageArgs, z.object({ consents: z.array(consentSchema).max(pageMaxEntries), next })),
    /** Revokes all consents to a board, and deletes it. False if there was none. */
    revoke_consent: call('both', z.object({ manifest_hash: hex64 }), z.object({ revoked: z.boolean() })),
    /** The path of the protocol's folder. */
    path: call('terminal', protocolRef, z.object({ protocol_id: hex64, path: z.string() })),
  },
  /** `changed`: the protocols on this computer, or what is known of them. */
  events: { changed: nothing },
} as const satisfies GroupSpec;
