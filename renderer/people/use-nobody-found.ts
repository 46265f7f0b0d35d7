import { useTranslation } from 'react-i18next';
import { useCommunityName } from '../core/community-name.ts';

/** Says that nobody matches a name, and where it was looked for. `everybody`: among all names in the community. */
export function useNobodyFound(everybody: boolean): string {
  const { t } = useTranslation();
  const community = useCommunityName();
  return t(everybody ? 'nobody_found.everybody' : 'nobody_found.known', { community });
}
