/**
 * Publishing an author's folder: checked, compared with the community's protocols, registered, governed, uploaded, read back, and
 * its hooks stored. What the community already has is left unchanged, so a publication can be repeated after any failure.
 */
import { z } from 'zod';
import { limits } from '../community/limits.ts';
import { protocolStatus } from '../community/protocol-shapes.ts';
import { label, labels } from '../community/shapes.ts';
import { specDiffSchema } from '../protocol/diff.ts';
import { call, type GroupSpec } from './define.ts';
import { studioProblemSchema } from './problems.ts';
import { preflightSchema } from './protocols.ts';
import { currentPassphrase, hex64, nothing, problemSchema } from './shapes.ts';
import { projectIdPattern } from './studio.ts';
import { trialOutcomes } from './trials.ts';

/** The steps of a publication, in order. */
export const publishSteps = ['check', 'compare', 'register', 'governance', 'files', 'verify', 'hooks'] as const;
export type PublishStep = (typeof publishSteps)[number];

export const publishStepStates = ['waiting', 'working', 'done', 'skipped', 'failed'] as const;

/** The governance of a protocol that its author declares. */
export const publishGovernanceSchema = z.object({
  /** Null declares no family. */
  family: label.nullable(),
  status: protocolStatus,
  parent_protocol_id: hex64.nullable(),
  tags: labels,
  capabilities: labels,
  created_reason: z.string().max(limits.status_reason_characters).nullable(),
  deprecated_reason: z.string().max(limits.status_reason_characters).nullable(),
});
export type PublishGovernance = z.infer<typeof publishGovernanceSchema>;
/** Overrides parts of the suggested governance. */
const governanceOverridesSchema = publishGovernanceSchema.partial();
export type GovernanceOverrides = z.infer<typeof governanceOverridesSchema>;

/** What the author was shown and agreed to; nothing else is published. */
const publishConsentSchema = z.object({
  /** Of the prepared files. */
  files_hash: hex64,
  /** What the adversary says about the rules and hooks among them; null if there are none that it could try. */
  trial: z.enum(trialOutcomes).nullable(),
  /** Publishes even if the comparison blocks it. */
  despite_comparison: z.boolean(),
});
export type PublishConsent = z.infer<typeof publishConsentSchema>;

const publishedSchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  /** False if the community already had it. */
  fresh: z.boolean(),
  /** `idempotent`: it had been published before. */
  board: z.object({ manifest_hash: hex64, files: z.int(), size_bytes: z.int(), idempotent: z.boolean() }).nullable(),
  /** `stored`: tables use the folder's hooks from now on. The other values explain why they don't. */
  hooks: z.enum(['stored', 'missing', 'unfinished', 'bundled']),
});

export const publicationSchema = z.object({
  /** A project's id, or an id chosen by a command. */
  publication_id: z.string(),
  /** `review`: compared, and waiting for `publish`. `stopped`: `problem` has the reason. */
  state: z.enum(['working', 'review', 'stopped', 'published']),
  steps: z.array(z.object({ step: z.enum(publishSteps), state: z.enum(publishStepStates) })),
  name: z.string(),
  protocol_id: hex64.nullable(),
  problems: z.array(studioProblemSchema),
  /** Identifies everything that was read; null if the spec violates a rule. */
  files_hash: hex64.nullable(),
  /** Identifies the spec and hooks, as in the trials of a project; null if the hooks can't be played. */
  rules_hash: hex64.nullable(),
  /** `nearest` includes protocols on this computer and at the community. */
  comparison: preflightSchema.nullable(),
  /** The community's values, or else those that follow from the spec and from similar protocols. */
  governance: publishGovernanceSchema,
  /** `foreign`: registered by another author, who alone can change its governance and board. Null if not registered. */
  registered: z.enum(['own', 'foreign']).nullable(),
  files: z.array(z.object({ path: z.string(), size_bytes: z.int(), state: z.enum(['waiting', 'sending', 'sent']) })),
  problem: problemSchema.nullable(),
  result: publishedSchema.nullable(),
});
export type PublicationView = z.infer<typeof publicationSchema>;

const projectRef = z.object({ project_id: z.string().regex(projectIdPattern) });
const path = z.string().min(1).max(4096);
const publication_id = z.string().min(1).max(80);

export const publishingGroup = {
  calls: {
    /** Checks and compares a project as it is on disk; resolves when that is done. Returns a publication that is already running. */
    prepare: call('both', projectRef, publicationSchema),
    /**
     * Publishes what `prepare` read, or continues after a failure. Resolves when the publication has started; `changed` reports progress.
     * Rejects `consent_outdated` if the files, also those on disk, or the trial aren't those of `consent`, and `wrong_passphrase`. Stops with
     * `preflight_blocked` if the comparison blocks it.
     */
    publish: call(
      'both',
      projectRef.extend({
        governance: publishGovernanceSchema,
        consent: publishConsentSchema,
        passphrase: currentPassphrase,
      }),
      publicationSchema,
    ),
    /** The differences between another protocol, on this computer or at the community, and what `prepare` read. */
    diff: call('both', projectRef.extend({ before: hex64 }), specDiffSchema),
    cancel: call('both', z.object({ publication_id }), nothing),
    /** Publishes files anywhere on disk. Rejects with its first error; `invalid_spec` and `bundle_invalid` list every problem. */
    run: call(
      'terminal',
      z.object({
        publication_id,
        spec_path: path,
        ui_dir: path.nullable(),
        governance: governanceOverridesSchema,
        skip_preflight: z.boolean().optional(),
      }),
      publicationSchema,
    ),
  },
  events: { changed: publicationSchema },
} as const satisfies GroupSpec;
