/** The governance form: its initial values, and the change it sends. */
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { limits } from '../../../shared/community/limits.ts';
import { label, labels } from '../../../shared/community/shapes.ts';
import { characterCount } from '../../../shared/json/utf8.ts';
import { isHex64 } from '../../../shared/signing/hex.ts';
import type { GovernanceChange } from '../queries.ts';

export interface GovernanceDraft {
  status: ProtocolPage['governance']['status'];
  family: string;
  parent: string;
  /** Separated by spaces or commas, as the capabilities. */
  tags: string;
  capabilities: string;
  created_reason: string;
  deprecated_reason: string;
}

/** The fields that are typed; the status is picked. */
export type GovernanceText = Exclude<keyof GovernanceDraft, 'status'>;

export function governanceDraftOf({
  governance,
  community,
}: Pick<ProtocolPage, 'governance' | 'community'>): GovernanceDraft {
  const { status, family, parent_protocol_id, tags, capabilities } = governance;
  return {
    status,
    family: family ?? '',
    parent: parent_protocol_id ?? '',
    tags: tags.join(' '),
    capabilities: capabilities.join(' '),
    created_reason: community?.governance.created_reason ?? '',
    deprecated_reason: community?.governance.deprecated_reason ?? '',
  };
}

const splitLabels = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))];
const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The change to send, and the invalid fields. */
export function readGovernance(
  draft: GovernanceDraft,
  protocol: string,
): { change: GovernanceChange; problems: Set<GovernanceText> } {
  const parent = draft.parent.trim().toLowerCase();
  const change: GovernanceChange = {
    protocol,
    status: draft.status,
    family: draft.family.trim(),
    parent_protocol_id: parent === '' ? null : parent,
    tags: splitLabels(draft.tags),
    capabilities: splitLabels(draft.capabilities),
    created_reason: textOrNull(draft.created_reason),
    deprecated_reason: draft.status === 'deprecated' ? textOrNull(draft.deprecated_reason) : null,
  };
  const problems = new Set<GovernanceText>();
  if (!label.safeParse(change.family).success) problems.add('family');
  if (parent !== '' && (!isHex64(parent) || parent === protocol)) problems.add('parent');
  if (!labels.safeParse(change.tags).success) problems.add('tags');
  if (!labels.safeParse(change.capabilities).success) problems.add('capabilities');
  for (const name of ['created_reason', 'deprecated_reason'] as const) {
    if (characterCount(change[name] ?? '') > limits.status_reason_characters) problems.add(name);
  }
  return { change, problems };
}
