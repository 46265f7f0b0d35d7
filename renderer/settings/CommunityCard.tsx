import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnownCommunity } from '../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { AboutCommunity, useAddressName, useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { runWithUndo } from '../core/toast.ts';
import { AdmissionRefusal, useAdmissionRefusal } from '../identity/AdmissionRefusal.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatDayTime, formatList } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useCommunityTrouble } from '../ui/problem-text.ts';
import { reveal } from '../ui/reveal.ts';
import { Tag } from '../ui/Tag.tsx';
import { CommunityTestPending, CommunityTestResult } from './CommunityTestResult.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useCommunityTest } from './queries.ts';
import { useSwitchCommunity } from './switch-community.tsx';

/** One community: the user's identities registered there, a connection test, and a button to switch to it. */
export function CommunityCard({ community }: { community: KnownCommunity }) {
  const { t, i18n } = useTranslation('settings');
  const bridge = useBridge();
  const queries = useQueryClient();
  const currentCommunity = useApp((app) => app.community);
  const { url, in_use, used_at, registered } = community;
  const refusal = useAdmissionRefusal();
  const [isTested, setIsTested] = useState(in_use);
  const [confirmingRemoval, setConfirmingRemoval] = useState(false);
  const address = in_use ? currentCommunity.url : url;
  const test = useCommunityTest(isTested ? address : null);
  const communitySwitch = useSwitchCommunity();
  const currentName = useCommunityName();
  const trouble = useCommunityTrouble();
  const addressName = useAddressName();
  const name = in_use ? currentName : url === null ? t('community.this_computer') : addressName(url);
  const nicknames = registered.map(({ nickname }) => isolatedName(nickname));

  const remove = () => {
    if (url === null) return;
    setConfirmingRemoval(false);
    runWithUndo({
      kind: 'communities',
      hiddenKeys: [`community ${url}`],
      text: t('community.removed', { name }),
      perform: async () => {
        await bridge.community.remove({ url });
        await queries.invalidateQueries({ queryKey: ['communities'] });
      },
    });
  };
  return (
    <Card bodyClassName="col gap3">
      <div className="row wrap gap3" data-community={url ?? ''}>
        <div className="grow">
          <div className="row wrap">
            <b>{name}</b>
            {in_use && <Tag tone="good">{t('community.in_use')}</Tag>}
            {in_use && currentCommunity.status !== 'online' && !trouble && (
              <Tag tone="warn">{t(`community.${currentCommunity.status}`)}</Tag>
            )}
          </div>
          <div className="small dim">
            {url === null ? t('community.embedded') : <span className="mono wrap">{escapeInvisible(url)}</span>}
          </div>
          <div className="small dim">
            {nicknames.length === 0
              ? t('community.nobody')
              : t('community.registered', { names: formatList(i18n.language, nicknames) })}
            {!in_use && used_at !== null && ` ${t('community.used', { at: formatDayTime(i18n.language, used_at) })}`}
          </div>
        </div>
        <span className="row wrap">
          {!in_use && url !== null && (
            <Button
              variant="quiet"
              aria-label={t('community.remove_name', { name })}
              onClick={() => setConfirmingRemoval(true)}
            >
              {t('remove')}
            </Button>
          )}
          {(in_use || url !== null) && (
            <Button
              aria-label={t('community.test_name', { name })}
              aria-disabled={test.isFetching || undefined}
              onClick={() => (isTested ? void test.refetch() : setIsTested(true))}
            >
              {t('community.test')}
            </Button>
          )}
          {!in_use && (
            <Button
              aria-label={t('community.go_name', { name })}
              aria-disabled={communitySwitch.busy || undefined}
              onClick={() => communitySwitch.switchTo(url, test.data?.needs_consent ?? false)}
            >
              {t('community.go')}
            </Button>
          )}
        </span>
      </div>
      {in_use && refusal && <AdmissionRefusal refusal={refusal} />}
      <AboutCommunity value={address}>
        {test.error && <ProblemLine problem={asProblem(test.error)} />}
        {test.isFetching && !test.data && <CommunityTestPending />}
        {test.data && !test.error && (
          <div key={test.dataUpdatedAt} ref={reveal} role="status">
            <CommunityTestResult result={test.data} />
          </div>
        )}
        {communitySwitch.problem && <ProblemLine problem={communitySwitch.problem} />}
        {communitySwitch.dialog}
      </AboutCommunity>
      {confirmingRemoval && (
        <ConfirmDialog
          title={t('community.remove_title', { name })}
          lead={t('community.remove_lead')}
          confirmLabel={t('community.remove_do')}
          danger
          busy={false}
          problem={null}
          ready
          onConfirm={remove}
          onClose={() => setConfirmingRemoval(false)}
        />
      )}
    </Card>
  );
}
