/** The protocols of this computer and of the community: what they say, who keeps them, and the local code that plays them. */
import { z } from 'zod';
import { limits } from '../community/limits.ts';
import { governanceSummary, protocolStatus } from '../community/protocol-shapes.ts';
import { label, labels } from '../community/shapes.ts';
import { preflightClasses } from '../protocol/preflight-classes.ts';
import { roleSchema, winnerSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import { boardSourceSchema, hex64, json, nothing, options, personSchema, problemSchema, time } from './shapes.ts';

/** An id, or the folder name of a bundled protocol. */
const protocol = z
  .string()
  .regex(/^([0-9a-f]{64}|[a-z0-9-]{1,63})$/, 'expected a protocol id or the name of a bundled one');
const protocolRef = z.object({ protocol });

const boardSchema = z.object({
  source: boardSourceSchema,
  manifest_hash: hex64,
  author: z.string(),
  size_bytes: z.int(),
  files: z.array(z.object({ path: z.string(), content_hash: hex64, size_bytes: z.int() })),
});

export const protocolEntrySchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  mode: z.string(),
  /** Whether tables of its mode are played here. */
  playable: z.boolean(),
  /** `own`: registered by this identity. `community`: not on this computer. */
  source: z.enum(['bundled', 'cached', 'own', 'community']),
  /** As a community last said; else what the spec says of itself. */
  governance: governanceSummary,
  author_public_key: hex64.nullable(),
  hooks: z.enum(['missing', 'unfinished', 'by_hand', 'finished']),
  board: z.object({ source: boardSourceSchema, manifest_hash: hex64, author: z.string() }).nullable(),
});
export type ProtocolEntry = z.infer<typeof protocolEntrySchema>;

const listSchema = z.object({ protocols: z.array(protocolEntrySchema) });

export const protocolPageSchema = protocolEntrySchema.extend({
  /** As it was written; its hash was checked. */
  spec_text: z.string(),
  spec: json,
  /** Why a seat cannot be played by hand; null where it can. */
  by_hand_refusal: z.object({ host: z.string().nullable(), guest: z.string().nullable() }),
  /** The board that would be shown here, with all its files. */
  board: boardSchema.nullable(),
  board_problem: problemSchema.nullable(),
  /** Null where the community does not know it, or does not answer: `community_problem` says. */
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
        /** All of the same structure; `results` holds the nearest. */
        total: z.int(),
        results: z.array(
          z.object({
            protocol_id: hex64,
            /** Null where neither this computer nor the community tells it. */
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
  /** Where to go on; null at the end. */
  next_cursor: z.string().nullable(),
});
export type ProtocolSearch = z.infer<typeof protocolSearchSchema>;

export const hooksSchema = z.object({
  /** `bundled` with Parlor, the person's `own`, or a `pack` that came with Parlor for a protocol of the wider network. */
  origin: z.enum(['bundled', 'own', 'pack']).nullable(),
  state: protocolEntrySchema.shape.hooks,
  /** What is there; where nothing is, the skeleton to begin with. */
  text: z.string(),
  /** SHA-256 of the file that is there; goes back with a change. Running tables keep the file they began with. */
  hash: hex64.nullable(),
  open_methods: z.array(z.string()),
  /** Why it cannot be loaded. */
  problem: problemSchema.nullable(),
  editable: z.boolean(),
  /** The file to begin with, every open method throwing its name. */
  skeleton: z.string(),
});
export type HooksPage = z.infer<typeof hooksSchema>;

/** What a text would be as hooks. `problem.detail` may name `line` and `column`, from 1. */
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
  /** All of its family, and its forebears wherever they are; itself among them. */
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
  /** False where there were more than are told. */
  whole: z.boolean(),
  /** Why only those of this computer are told. */
  community_problem: problemSchema.nullable(),
});
export type Lineage = z.infer<typeof lineageSchema>;

const placeSchema = z.object({
  pointer: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: json,
  after: json,
});
const fieldChangeSchema = placeSchema
  .omit({ pointer: true })
  .extend({ name: z.string(), places: z.array(placeSchema) });
export const specDiffSchema = z.object({
  before_protocol_id: hex64,
  after_protocol_id: hex64,
  same_contract: z.boolean(),
  messages: z.array(
    z.object({
      name: z.string(),
      direction: z.string(),
      change: placeSchema.shape.change,
      fields: z.array(fieldChangeSchema),
      places: z.array(placeSchema),
    }),
  ),
  options: z.array(fieldChangeSchema),
  flow: z.array(placeSchema),
  rules: z.array(placeSchema),
  terms: z.array(placeSchema),
  about: z.array(placeSchema),
});

const seatSchema = z.object({
  outcome: z
    .object({
      completed: z.boolean(),
      winner: winnerSchema.nullable(),
      reason: z.string().nullable(),
      problem: problemSchema.nullable(),
    })
    .nullable(),
  /** Frames that were dropped, each with what was wrong. */
  warnings: z.array(z.array(z.string())),
});
export const selfTestSchema = z.object({
  ok: z.boolean(),
  mode: z.string(),
  /** Why the game was stopped, where it would not end by itself. */
  stopped: z.enum(['stuck', 'endless']).nullable(),
  /** The first of them; `frame_count` counts all. */
  frames: z.array(z.object({ from: roleSchema, frame: options })),
  frame_count: z.int(),
  seats: z.object({ host: seatSchema, guest: seatSchema }),
  /** Empty where nobody asked for a peer that breaks the rules. */
  attacks: z.array(
    z.object({
      kind: z.string(),
      against: roleSchema,
      message: z.string(),
      reaction: z.enum(['ended', 'dropped', 'taken']),
      code: z.string().nullable(),
      refused: z.boolean(),
    }),
  ),
});
export type SelfTestReport = z.infer<typeof selfTestSchema>;

export const preflightSchema = z.object({
  status: z.enum(['allowed', 'blocked']),
  draft_protocol_id: hex64,
  classification: z.enum(preflightClasses),
  recommendation: z.enum(['use_existing', 'use_options', 'extend_existing', 'publish_with_parent', 'publish_new']),
  reason: z.string(),
  existing_protocol_id: hex64.nullable(),
  nearest: z.array(z.object({ protocol_id: hex64, name: z.string(), similarity: z.number() })),
  required_metadata: z.object({
    family: z.string().nullable(),
    parent_protocol_id: hex64.nullable(),
    created_reason: z.string().nullable(),
  }),
});

/** A board of somebody else that was let in. */
export const consentSchema = z.object({
  source: boardSourceSchema.exclude(['local']),
  protocol_id: hex64,
  /** Null where the protocol is no longer on this computer. */
  protocol_name: z.string().nullable(),
  manifest_hash: hex64,
  /** The protocol's author, or the host that gave it. */
  author: personSchema,
  accepted_at: time,
});
export type Consent = z.infer<typeof consentSchema>;

const reason = z.string().max(limits.status_reason_characters);
const hooksText = z.string().max(256 * 1024);
/** How many protocols are counted at once. */
export const usageMax = 20;
const path = z.string().min(1).max(4096);

export const protocolsGroup = {
  calls: {
    /** Those of this computer; those that came with Parlor first. */
    list: call('both', nothing, listSchema),
    /** One of them, or one of the community that is looked at and not kept. */
    get: call('both', protocolRef, protocolPageSchema),
    /** The board that its author has published now; null where there is none. Its files are looked at, not kept. */
    published_board: call('both', protocolRef, z.object({ board: boardSchema.nullable() })),
    /** The community's, newest first. With `query` so many pages are looked through until `limit` fit. */
    search: call(
      'both',
      z.object({
        query: z.string().max(200).optional(),
        family: label.optional(),
        status: protocolStatus.optional(),
        limit: z.int().min(1).max(limits.list_page).optional(),
        max_pages: z.int().min(1).max(100).optional(),
        cursor: z.string().max(256).optional(),
      }),
      protocolSearchSchema,
    ),
    /**
     * Brings a protocol here. Its author's board comes with it only where `accept_ui`, else the settings, say so; with
     * `manifest_hash` only the very one that was agreed to.
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
    /** How much each is used at the community; those that it does not know are left out. */
    usage: call(
      'both',
      z.object({ protocol_ids: z.array(hex64).max(usageMax) }),
      z.object({ usage: z.array(usageSchema) }),
    ),
    /** What it comes from, and who shares its family. */
    lineage: call('both', protocolRef, lineageSchema),
    /** What differs between two, wherever they are. */
    diff: call('both', z.object({ before: protocol, after: protocol }), specDiffSchema),
    hooks: call('both', protocolRef, hooksSchema),
    /** Writes the person's own hooks over the file whose hash was read; null where there was none. */
    set_hooks: call('both', z.object({ protocol, text: hooksText, based_on: hex64.nullable() }), hooksSchema),
    /** Loads a text as hooks, and keeps nothing. */
    check_hooks: call('both', z.object({ protocol, text: hooksText }), hooksCheckSchema),
    /**
     * Plays hooks against themselves, and where wanted against a peer that breaks every rule: `text`, else those that are
     * here. The same `seed` plays the same game.
     */
    self_test: call(
      'both',
      z.object({
        protocol,
        text: hooksText.optional(),
        seed: z.string().min(1).max(64).optional(),
        options: options.optional(),
        adversarial: z.boolean().optional(),
      }),
      selfTestSchema,
    ),
    /** What the draft in a file is to the protocols of this computer. */
    preflight: call(
      'terminal',
      z.object({
        spec_path: path,
        family: label.optional(),
        allow_new: z.boolean().optional(),
        reason: reason.optional(),
      }),
      preflightSchema,
    ),
    /** Registers the spec in a file, and publishes the board in a folder. */
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
        /** False where the community had it already. */
        fresh: z.boolean(),
        board: z
          .object({ manifest_hash: hex64, files: z.int(), size_bytes: z.int(), idempotent: z.boolean() })
          .nullable(),
      }),
    ),
    /** Boards of others that were let in, the last one first. */
    consents: call('both', nothing, z.object({ consents: z.array(consentSchema) })),
    /** Takes every consent to a board back: it is neither shown nor kept any more. False where there was none. */
    revoke_consent: call('both', z.object({ manifest_hash: hex64 }), z.object({ revoked: z.boolean() })),
    /** Where its files lie. */
    path: call('terminal', protocolRef, z.object({ protocol_id: hex64, path: z.string() })),
  },
  events: { changed: listSchema },
} as const satisfies GroupSpec;
