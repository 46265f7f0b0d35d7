import { IconEye, IconHistory, IconPhotoShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { AnalysisButton } from '../analysis/AnalysisButton.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { FinalPosition } from './FinalPosition.tsx';
import { RematchActions } from './RematchActions.tsx';
import styles from './ResultHero.module.css';

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
  const { problem } = table;
  const { short, reason } = outcome(table);
  return (
    <section className={styles.hero} aria-labelledby="outcome">
      <FinalPosition table={table} />
      <div className="grow">
        <h2 id="outcome">{short}</h2>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
        <div className={`row wrap ${styles.actions}`}>
          <RematchActions table={table} />
          {table.record.frames > 0 && (
            <Button variant="felt" data-action="replay" onClick={() => navigate(`/tables/${table.table_id}/replay`)}>
              <IconHistory size={18} stroke={1.75} aria-hidden="true" />
              {t('step_through')}
            </Button>
          )}
          <AnalysisButton table={table} />
          <Button variant="felt" onClick={onShowPosition}>
            <IconEye size={18} stroke={1.75} aria-hidden="true" />
            {t('last_position')}
          </Button>
          <Button variant="felt" data-action="share" onClick={() => setIsSharing(true)}>
            <IconPhotoShare size={18} stroke={1.75} aria-hidden="true" />
            {tAfterwards('picture.share')}
          </Button>
          {problem && <CopyButton value={problem.code} />}
        </div>
      </div>
      {isSharing && (
        <Suspense>
          <SharePicture table={table} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </section>
  );
}
