import { useTranslation } from 'react-i18next';
import { parsePastedLink, pastedLinkFault } from '../../shared/community/join-links.ts';

/** Says what a pasted text lacks where a link with a community is needed. */
export function useLinkFault(): (pasted: string) => string {
  const { t } = useTranslation();
  return (pasted) => t(`link_fault.${parsePastedLink(pasted) ? 'no_community' : pastedLinkFault(pasted)}`);
}
