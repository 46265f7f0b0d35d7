import { useTranslation } from 'react-i18next';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { useLeaving } from '../app/toast.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { NetworkSetting } from '../network/NetworkSetting.tsx';
import { AddCommunity } from './AddCommunity.tsx';
import { useCommunities } from './asking.ts';
import { CommunityCard } from './CommunityCard.tsx';
import { Part } from './Part.tsx';

const embedded: KnownCommunity = { url: null, in_use: false, used_at: null, registered: [] };

/** Where this Parlor belongs, and where it has been. The community of this computer is always among them. */
export function Communities() {
  const { t } = useTranslation('settings');
  const { data, error, isPending } = useCommunities();
  const leaving = useLeaving();
  const here = useApp((app) => app.community.embedded);
  const known = data?.filter(({ url }) => !leaving.has(`community ${url}`)) ?? [];
  const all = known.some(({ url }) => url === null) ? known : [...known, embedded];
  const inOrder = [...all.filter(({ in_use }) => in_use), ...all.filter(({ in_use }) => !in_use)];
  return (
    <Part title={t('section.communities')} lead={t('community.lead')}>
      {isPending && <StillRows rows={2} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data && inOrder.map((one) => <CommunityCard key={one.url ?? 'embedded'} community={one} />)}
      {here && <NetworkSetting />}
      <AddCommunity known={known} />
    </Part>
  );
}
