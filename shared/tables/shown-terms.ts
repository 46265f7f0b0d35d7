/** What a person was shown of an open table when they decided to join it. A community could serve other terms under the same id. */
import type { LobbyEntry, ShownTerms } from '../bridge/contract.ts';
import { isUnrated } from '../community/rating.ts';
import type { Invitation } from '../community/shapes.ts';
import { canonicalJson } from '../json/canonical.ts';

type Term = keyof ShownTerms;

export const shownTermsOf = ({
  host,
  protocol_id,
  options,
  family,
  tags,
  for_me,
}: Pick<LobbyEntry, 'host' | 'protocol_id' | 'options' | 'family' | 'tags' | 'for_me'>): ShownTerms => ({
  host_public_key: host.public_key,
  protocol_id,
  options,
  family,
  unrated: isUnrated({ tags }),
  for_me,
});

export const termsOfInvitation = (
  { public_key, protocol_id, options, family, tags, for_public_key }: Invitation,
  ownKey: string,
): ShownTerms => ({
  host_public_key: public_key,
  protocol_id,
  options: options as ShownTerms['options'],
  family,
  unrated: isUnrated({ tags }),
  for_me: for_public_key === ownKey,
});

/** Which of the shown terms differ. */
export function changedTerms(shown: ShownTerms, found: ShownTerms): Term[] {
  const terms = Object.keys(shown) as Term[];
  return terms.filter((term) => canonicalJson(shown[term]) !== canonicalJson(found[term]));
}
