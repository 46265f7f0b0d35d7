import { IconDots, IconEye, IconHistory, IconPhotoShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { AnalysisButton } from '../analysis/AnalysisButton.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { FinalPosition } from './FinalPosition.tsx';
import { PeerActions } from './PeerActions.tsx';
import { RematchActions } from './RematchActions.tsx';
import { RematchStatus } from './RematchStatus.tsx';
import styles from './ResultHero.module.css';
import { useRematch } from './use-rematch.ts';

const SharePicture = lazy(() =>
  import('../picture/SharePicture.tsx').then((module) => ({ default: module.SharePicture })),
);

/** The outcome and the final position, with the actions that follow a game. */
export function ResultHero({ table, onShowPosition }: { table: Table; onShowPosition(): void }) {
  const { t } = useTranslation('tables');
  const { t: tAfterwards } = useTranslation('afterwards');
  const [, navigate] = useLocation();
  const [isSharing, setIsSharing] = useState(false);
  const outcome = useOutcomeText();
  const rematch = useRematch(table);
  const { problem } = table;
  const { short, reason } = outcome(table);
  const moreLabel = tAfterwards('more');
  const more = [
    {
      id: 'position',
      label: t('last_position'),
      icon: <IconEye size={18} stroke={1.75} aria-hidden="true" />,
      onSelect: onShowPosition,
    },
    {
      id: 'share',
      label: tAfterwards('picture.share'),
      icon: <IconPhotoShare size={18} stroke={1.75} aria-hidden="true" />,
      onSelect: () => setIsSharing(true),
    },
  ];
  return (
    <section className={styles.hero} aria-labelledby="outcome">
      <FinalPosition table={table} />
      <div className="grow">
        <h2 id="outcome">{short}</h2>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
        <div className={`row wrap ${styles.actions}`}>
          <RematchActions table={table} state={rematch} />
          {table.record.frames > 0 && (
            <Button variant="felt" data-action="replay" onClick={() => navigate(`/tables/${table.table_id}/replay`)}>
              <IconHistory size={18} stroke={1.75} aria-hidden="true" />
              {t('step_through')}
            </Button>
          )}
          <AnalysisButton table={table} />
          <Menu items={more}>
            <Button variant="felt" iconOnly data-action="more" aria-label={moreLabel} title={moreLabel}>
              <IconDots size={18} stroke={1.75} aria-hidden="true" />
            </Button>
          </Menu>
          {problem && <CopyButton value={problem.code} />}
        </div>
        <PeerActions table={table} />
        <RematchStatus table={table} state={rematch} />
      </div>
      {isSharing && (
        <Suspense>
          <SharePicture table={table} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </section>
  );
}
