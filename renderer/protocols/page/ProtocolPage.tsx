import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ProtocolPage as Page } from '../../../shared/bridge/contract.ts';
import { useQuery } from '../../core/hash-location.ts';
import { lazyPart, prepareWhenIdle } from '../../core/lazy-part.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { DeprecationNotice } from '../../hosting/DeprecationNotice.tsx';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/Page.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { CommunityProblemLine } from '../CommunityProblemLine.tsx';
import { useLineage, useProtocol } from '../queries.ts';
import { BackLink } from './BackLink.tsx';
import { BoardTab } from './BoardTab.tsx';
import { FamilyTab } from './FamilyTab.tsx';
import { PageHead } from './PageHead.tsx';
import pageLayout from './PageLayout.module.css';
import styles from './ProtocolPage.module.css';
import { RulesTab } from './RulesTab.tsx';
import { SimilarTab } from './SimilarTab.tsx';
import { SourceTab } from './SourceTab.tsx';
import { readTab, type Tab, tabs } from './tabs.ts';
import { UsageTab } from './UsageTab.tsx';

const HooksTab = lazyPart(
  ['protocols', 'identity', 'tables'],
  async () => (await import('../hooks/HooksTab.tsx')).HooksTab,
);

/** The page of one protocol: its rules, board, family, usage, hooks and spec, in tabs. */
export function ProtocolPage({ id }: { id: string }) {
  const { t } = useTranslation('protocols');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const tab = readTab(useQuery());
  const { data, error, refetch } = useProtocol(id);
  usePageTitle(tApp('room.protocols'));
  useEffect(() => prepareWhenIdle([HooksTab]), []);
  if (!data) {
    return (
      <section className={pageLayout.room}>
        <header className={pageLayout.head}>
          <BackLink />
          <h1>{t('protocol')}</h1>
        </header>
        <div className={pageLayout.body}>
          {error ? (
            <ProblemState
              error={error}
              onRetry={() => void refetch()}
              actions={<Button onClick={() => navigate('/protocols')}>{t('all_protocols')}</Button>}
            />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </div>
      </section>
    );
  }
  return <LoadedPage page={data} tab={tab} onRetry={() => void refetch()} />;
}

function LoadedPage({ page, tab, onRetry }: { page: Page; tab: Tab; onRetry(): void }) {
  const { t } = useTranslation('protocols');
  const [, navigate] = useLocation();
  const lineage = useLineage(page.protocol_id);
  const counts: { [T in Tab]?: number | undefined } = {
    family: lineage.data?.relatives.length,
    similar: page.community?.similar.total,
  };
  return (
    <section className={pageLayout.room} aria-labelledby="protocol-title">
      <PageHead page={page} />
      <nav className={styles.tabs} aria-label={t('parts')}>
        {tabs.map((name) => (
          <Link
            key={name}
            href={protocolPath(page.protocol_id, name === 'rules' ? undefined : name)}
            className={`row ${styles.tab}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {t(`tab.${name}`)}
            {Boolean(counts[name]) && <span className={styles.count}>{counts[name]}</span>}
          </Link>
        ))}
      </nav>
      <CommunityProblemLine error={page.community_problem} onRetry={onRetry} />
      <div key={tab} className={tab === 'hooks' ? styles.fill : pageLayout.body}>
        {tab === 'rules' && page.source !== 'bundled' && (
          <div className={styles.deprecated}>
            <DeprecationNotice
              protocolId={page.protocol_id}
              onShow={(successor) => navigate(protocolPath(successor.protocol_id))}
            />
          </div>
        )}
        {tab === 'rules' && <RulesTab page={page} />}
        {tab === 'board' && <BoardTab page={page} />}
        {tab === 'family' && <FamilyTab page={page} />}
        {tab === 'similar' && <SimilarTab page={page} />}
        {tab === 'numbers' && <UsageTab page={page} />}
        {tab === 'source' && <SourceTab page={page} />}
        {tab === 'hooks' && <HooksTab page={page} />}
      </div>
    </section>
  );
}
