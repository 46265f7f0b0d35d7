import { useTranslation } from 'react-i18next';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { useApp } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { usePendingRemovals } from '../core/toast.ts';
import { NetworkSetting } from '../local-network/NetworkSetting.tsx';
import { OwnReportsList } from '../people/report.ts';
import { useOffersReports } from '../people/use-offers-reports.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { AddCommunity } from './AddCommunity.tsx';
import { CommunityCard } from './CommunityCard.tsx';
import { useCommunities } from './queries.ts';
import { SettingsSection } from './Section.tsx';

const embeddedCommunity: KnownCommunity = { url: null, in_use: false, used_at: null, registered: [] };

/** The community in use and those used before; always includes the one on this computer. */
export function Communities() {
  const { t } = useTranslation('settings');
  const { data, error, isPending } = useCommunities();
  const removedKeys = usePendingRemovals();
  const offersReports = useOffersReports();
  const canRead = useApp((app) => app.phase === 'ready' && app.community.status === 'online');
  const isEmbedded = useApp((app) => app.community.embedded);
  const listedCommunities = data?.filter(({ url }) => !removedKeys.has(`community ${url}`)) ?? [];
  const allCommunities = listedCommunities.some(({ url }) => url === null)
    ? listedCommunities
    : [...listedCommunities, embeddedCommunity];
  const sortedCommunities = [
    ...allCommunities.filter(({ in_use }) => in_use),
    ...allCommunities.filter(({ in_use }) => !in_use),
  ];
  return (
    <SettingsSection title={t('section.communities')} lead={t('community.lead')}>
      {isPending && <SkeletonRows rows={2} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data &&
        sortedCommunities.map((community) => <CommunityCard key={community.url ?? 'embedded'} community={community} />)}
      {/* Not before the list, which would push them away. */}
      {!isPending && (
        <>
          {isEmbedded && <NetworkSetting />}
          <AddCommunity communities={listedCommunities} />
          {offersReports && canRead && <OwnReportsList />}
        </>
      )}
    </SettingsSection>
  );
}
