/** The form for what a keeper says of a protocol: what it holds at first, and what is sent of it. */
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { label, labels } from '../../shared/community/shapes.ts';
import type { Govern } from './asking.ts';

export interface GovernDraft {
  status: ProtocolPage['governance']['status'];
  family: string;
  parent: string;
  /** Labels with spaces between. */
  tags: string;
  capabilities: string;
  created_reason: string;
  deprecated_reason: string;
}

export function startGovern({ governance, community }: Pick<ProtocolPage, 'governance' | 'community'>): GovernDraft {
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

const words = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))];
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** What is to be sent, and the parts that do not fit. */
export function readGovern(
  draft: GovernDraft,
  protocol: string,
): { change: Govern; problems: Set<Exclude<keyof GovernDraft, 'status'>> } {
  const parent = draft.parent.trim().toLowerCase();
  const change: Govern = {
    protocol,
    status: draft.status,
    family: draft.family.trim(),
    parent_protocol_id: parent === '' ? null : parent,
    tags: words(draft.tags),
    capabilities: words(draft.capabilities),
    created_reason: orNull(draft.created_reason),
    deprecated_reason: draft.status === 'deprecated' ? orNull(draft.deprecated_reason) : null,
  };
  const problems = new Set<Exclude<keyof GovernDraft, 'status'>>();
  if (!label.safeParse(change.family).success) problems.add('family');
  if (parent !== '' && (!/^[0-9a-f]{64}$/.test(parent) || parent === protocol)) problems.add('parent');
  if (!labels.safeParse(change.tags).success) problems.add('tags');
  if (!labels.safeParse(change.capabilities).success) problems.add('capabilities');
  for (const name of ['created_reason', 'deprecated_reason'] as const) {
    if ((change[name] ?? '').length > limits.status_reason_characters) problems.add(name);
  }
  return { change, problems };
}
