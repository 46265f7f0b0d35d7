import { IconArrowLeft } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ProtocolPage as Page } from '../../shared/bridge/contract.ts';
import { useQuery } from '../app/address.ts';
import { usePageTitle } from '../app/Page.tsx';
import { Button } from '../look/Button.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useLineage, useProtocol } from './asking.ts';
import { BoardTab } from './BoardTab.tsx';
import { CommunityLine } from './CommunityLine.tsx';
import { FamilyTab } from './FamilyTab.tsx';
import { NumbersTab } from './NumbersTab.tsx';
import { PageHead } from './PageHead.tsx';
import styles from './Protocol.module.css';
import { protocolPath } from './paths.ts';
import { RulesTab } from './RulesTab.tsx';
import { SimilarTab } from './SimilarTab.tsx';
import { SourceTab } from './SourceTab.tsx';
import { Trouble } from './Trouble.tsx';
import { readTab, type Tab, tabs } from './tabs.ts';

const HooksTab = lazy(() => import('./HooksTab.tsx').then((module) => ({ default: module.HooksTab })));

/** One protocol, wherever it is: what it says, who keeps it, and what plays it here. */
export function ProtocolPage({ id }: { id: string }) {
  const { t } = useTranslation('protocols');
  const { t: frame } = useTranslation();
  const [, go] = useLocation();
  const tab = readTab(useQuery());
  const { data, error, refetch } = useProtocol(id);
  usePageTitle(frame('room.protocols'));
  if (!data) {
    return (
      <section className={styles.room}>
        <header className={styles.head}>
          <BackLink />
          <h1>{t('protocol')}</h1>
        </header>
        <div className={styles.body}>
          {error ? (
            <Trouble
              error={error}
              onAgain={() => void refetch()}
              actions={<Button onClick={() => go('/protocols')}>{t('all_protocols')}</Button>}
            />
          ) : (
            <StillRows rows={6} />
          )}
        </div>
      </section>
    );
  }
  return <Known page={data} tab={tab} onAgain={() => void refetch()} />;
}

export function BackLink() {
  const { t } = useTranslation('protocols');
  return (
    <Link href="/protocols" className={styles.back} aria-label={t('all_protocols')} title={t('all_protocols')}>
      <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  );
}

function Known({ page, tab, onAgain }: { page: Page; tab: Tab; onAgain(): void }) {
  const { t } = useTranslation('protocols');
  const lineage = useLineage(page.protocol_id);
  const counts: { [T in Tab]?: number | undefined } = {
    family: lineage.data?.relatives.length,
    similar: page.community?.similar.total,
  };
  return (
    <section className={styles.room} aria-labelledby="protocol-title">
      <PageHead page={page} />
      <nav className={styles.tabs} aria-label={t('parts')}>
        {tabs.map((each) => (
          <Link
            key={each}
            href={protocolPath(page.protocol_id, each === 'rules' ? undefined : each)}
            className={styles.tab}
            aria-current={each === tab ? 'page' : undefined}
          >
            {t(`tab.${each}`)}
            {Boolean(counts[each]) && <span className={styles.count}>{counts[each]}</span>}
          </Link>
        ))}
      </nav>
      <CommunityLine error={page.community_problem} onAgain={onAgain} />
      <div key={tab} className={tab === 'hooks' ? styles.whole : styles.body}>
        {tab === 'rules' && <RulesTab page={page} />}
        {tab === 'board' && <BoardTab page={page} />}
        {tab === 'family' && <FamilyTab page={page} />}
        {tab === 'similar' && <SimilarTab page={page} />}
        {tab === 'numbers' && <NumbersTab page={page} />}
        {tab === 'source' && <SourceTab page={page} />}
        {tab === 'hooks' && (
          <Suspense>
            <HooksTab page={page} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
