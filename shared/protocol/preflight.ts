/** Compares a draft with the known protocols, and recommends whether and how to publish it. */
import { isJsonObject } from '../json/value.ts';
import { protocolIdOf } from './contract.ts';
import { diffSpecs, type FieldChange, type PointerChange, type SpecDiff } from './diff.ts';
import { type PreflightClass, preflightClasses } from './preflight-classes.ts';
import { readSpec, type Spec } from './spec.ts';

export interface KnownSpec {
  protocol_id: string;
  specText: string;
  /** From the community if it knows the protocol, or else from the spec. */
  family: string | null;
}

export interface PreflightOptions {
  /** The intended family, if it is not the spec's own. */
  family?: string | undefined;
  /** Allows a new protocol although the nearest could be extended. */
  allowNew?: boolean | undefined;
  /** The reason for a new protocol; implies allowNew. */
  reason?: string | undefined;
  /** For registration, which allows an identical spec. */
  publishing?: boolean | undefined;
}

export interface Preflight {
  status: 'allowed' | 'blocked';
  draft_protocol_id: string;
  classification: PreflightClass;
  recommendation: 'use_existing' | 'use_options' | 'extend_existing' | 'publish_with_parent' | 'publish_new';
  /** A sentence for the user. */
  reason: string;
  /** The protocol it was compared with; null for a new family. */
  existing_protocol_id: string | null;
  /** The most similar protocols, nearest first; `similarity` is the share of common fields, 0 to 1. */
  nearest: { protocol_id: string; name: string; similarity: number; classification: PreflightClass }[];
  /** Values for governance. */
  required_metadata: { family: string | null; parent_protocol_id: string | null; created_reason: string | null };
}

/** Minimum share of common fields for a protocol of another family and name to count as related. */
const minRelatedSimilarity = 0.6;
const maxNearest = 3;

/** Throws ParlorError as diffSpecs does; the caller rejects an invalid draft. */
export function preflight(
  draftText: string,
  knownSpecs: readonly KnownSpec[],
  options: PreflightOptions = {},
): Preflight {
  const draft_protocol_id = protocolIdOf(draftText);
  const draft = readSpec(draftText).spec;
  const family = options.family ?? draft.family ?? null;
  const similar = knownSpecs
    .map((knownSpec) => ({
      ...knownSpec,
      ...similarityOf(draft, knownSpec),
      related: isRelated(draft, family, knownSpec),
    }))
    .filter(
      ({ related, similarity, protocol_id }) =>
        related || similarity >= minRelatedSimilarity || protocol_id === draft_protocol_id,
    )
    .map((knownSpec) => ({ ...knownSpec, classification: classOf(diffSpecs(knownSpec.specText, draftText)) }))
    .sort(
      (a, b) =>
        preflightClasses.indexOf(a.classification) - preflightClasses.indexOf(b.classification) ||
        b.similarity - a.similarity,
    );
  const [nearest] = similar;
  const classification = nearest?.classification ?? 'new_family';
  const allowed = isAllowed(classification, options);
  return {
    status: allowed ? 'allowed' : 'blocked',
    draft_protocol_id,
    classification,
    ...recommendations[classification],
    existing_protocol_id: nearest?.protocol_id ?? null,
    nearest: similar
      .slice(0, maxNearest)
      .map(({ protocol_id, name, similarity, classification }) => ({ protocol_id, name, similarity, classification })),
    required_metadata: {
      family: family ?? nearest?.family ?? null,
      parent_protocol_id: nearest && nearest.protocol_id !== draft_protocol_id ? nearest.protocol_id : null,
      created_reason: options.reason ?? null,
    },
  };
}

function isAllowed(classification: PreflightClass, { publishing, allowNew, reason }: PreflightOptions): boolean {
  if (classification === 'same_hash') return publishing === true;
  if (classification === 'compatible_extension') return allowNew === true || Boolean(reason);
  return classification === 'contract_change' || classification === 'new_family';
}

const recommendations: { [C in PreflightClass]: Pick<Preflight, 'recommendation' | 'reason'> } = {
  same_hash: { recommendation: 'use_existing', reason: 'This protocol is already known here.' },
  metadata_only: {
    recommendation: 'use_existing',
    reason: 'Only descriptions differ from a known protocol.',
  },
  options_only: {
    recommendation: 'use_options',
    reason: 'Only options differ from a known protocol: play that one with other options.',
  },
  compatible_extension: {
    recommendation: 'extend_existing',
    reason: 'This extends a known protocol: give a reason for another one.',
  },
  contract_change: {
    recommendation: 'publish_with_parent',
    reason: 'The contract of a known protocol changes: publish this one with that protocol as its parent.',
  },
  new_family: { recommendation: 'publish_new', reason: 'No similar protocol is known here.' },
};

/** Whether both have the same family or name. */
function isRelated(draft: Spec, family: string | null, known: KnownSpec): boolean {
  const withoutPrefix = (text: string | null) => text?.replace(/^game:/, '') ?? null;
  const { spec } = readSpec(known.specText);
  if (family !== null && (withoutPrefix(known.family) ?? spec.family) === withoutPrefix(family)) return true;
  return draft.name !== undefined && spec.name === draft.name;
}

function similarityOf(draft: Spec, { protocol_id, specText }: KnownSpec): { name: string; similarity: number } {
  const { spec } = readSpec(specText);
  const [draftSignatures, knownSignatures] = [signaturesOf(draft), signaturesOf(spec)];
  const commonCount = [...draftSignatures].filter((signature) => knownSignatures.has(signature)).length;
  const unionSize = draftSignatures.size + knownSignatures.size - commonCount;
  const similarity = unionSize === 0 ? 0 : Math.round((commonCount / unionSize) * 100) / 100;
  return { name: spec.name ?? protocol_id, similarity };
}

/** Message, direction, field and type of every field except `action`, and of every option. */
function signaturesOf(spec: Spec): Set<string> {
  const fields = (Array.isArray(spec.messages) ? spec.messages : []).flatMap(({ name, direction, fields }) =>
    Object.entries(isJsonObject(fields) ? fields : {})
      .filter(([field]) => field !== 'action')
      .map(([field, definition]) => JSON.stringify([name, direction, field, definition?.type])),
  );
  const options = Object.entries(spec.parameters ?? {}).map(([name, option]) => JSON.stringify([name, option?.type]));
  return new Set([...fields, ...options]);
}

// ---- classification of a difference ---------------------------------------------------------------------------------

function classOf(diff: SpecDiff): PreflightClass {
  const { messages, options, flow, rules, terms, about } = diff;
  const areDescriptions = (places: PointerChange[]) => places.every(({ pointer }) => pointer.endsWith('/description'));
  if ([messages, options, flow, rules, terms, about].every(({ length }) => length === 0)) return 'same_hash';
  const messagesDifferInDescriptions = messages.every(
    ({ change, fields, places }) =>
      change === 'changed' &&
      areDescriptions(places) &&
      fields.every((field) => field.change === 'changed' && areDescriptions(field.places)),
  );
  const otherChanges = [...flow, ...rules, ...terms];
  if (messagesDifferInDescriptions && areDescriptions(otherChanges)) {
    if (options.every(({ change, places }) => change === 'changed' && areDescriptions(places))) return 'metadata_only';
    if (options.every(isNarrower)) return 'options_only';
  }
  const isExtension =
    areDescriptions([...flow, ...terms]) &&
    rules.every(({ change }) => change === 'added') &&
    messages.every(
      ({ change, fields, places }) =>
        change === 'added' || (change === 'changed' && areDescriptions(places) && fields.every(isWider)),
    ) &&
    options.every((option) => option.change === 'added' || isWider(option));
  return isExtension ? 'compatible_extension' : 'contract_change';
}

/** Whether every previously valid value stays valid, and nothing new is required. */
function isWider({ change, after, places }: FieldChange): boolean {
  if (change === 'removed') return false;
  if (change === 'added') return !(isJsonObject(after) && after.required === true);
  return places.every(widens);
}

/** Whether the known protocol accepts every value of the changed option too. */
function isNarrower({ change, before, places }: FieldChange): boolean {
  if (change === 'added') return false;
  if (change === 'removed') return isJsonObject(before) && before.default !== undefined;
  return places.every((place) => widens(reverse(place)));
}

const opposite = { added: 'removed', removed: 'added', changed: 'changed' } as const;
const reverse = ({ pointer, change, before, after }: PointerChange): PointerChange => ({
  pointer,
  change: opposite[change],
  before: after,
  after: before,
});

/** Whether a change at one pointer allows everything that was allowed before. */
function widens({ pointer, change, before, after }: PointerChange): boolean {
  if (pointer === '/description' || pointer === '/default') return true;
  if (pointer === '/required') return after !== true;
  if (pointer === '/values')
    return Array.isArray(before) && Array.isArray(after) && before.every((value) => after.includes(value));
  if (/^\/(min|min_items)$/.test(pointer)) return change === 'removed' || isBelow(after, before);
  if (/^\/(max|max_items|max_length|max_total_bytes)$/.test(pointer)) {
    return change === 'removed' ? /^\/(max|max_items)$/.test(pointer) : isBelow(before, after);
  }
  return false;
}

const isBelow = (low: unknown, high: unknown) => typeof low === 'number' && typeof high === 'number' && low < high;
