import { IconEye, IconHistory, IconPhotoShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useOutcomeText } from '../outcome-text.ts';
import { FinalPosition } from './FinalPosition.tsx';
import { RematchActions } from './RematchActions.tsx';
import styles from './ResultHero.module.css';

const SharePicture = lazy(() =>
  import('../picture/SharePicture.tsx').then((module) => ({ default: module.SharePicture })),
);

/** The outcome and the final position, with the actions that follow a game. */
export function ResultHero({ table, onPosition }: { table: Table; onPosition(): void }) {
  const { t } = useTranslation('tables');
  const { t: afterwards } = useTranslation('afterwards');
  const [, go] = useLocation();
  const [sharing, setSharing] = useState(false);
  const outcome = useOutcomeText();
  const { problem } = table;
  const { short, how } = outcome(table);
  return (
    <section className={styles.hero} aria-labelledby="outcome">
      <FinalPosition table={table} />
      <div className="grow">
        <h2 id="outcome">{short}</h2>
        {how !== null && <p className={styles.reason}>{how}</p>}
        <div className={`row wrap ${styles.actions}`}>
          <RematchActions table={table} />
          {table.record.frames > 0 && (
            <Button look="feltside" data-action="replay" onClick={() => go(`/tables/${table.table_id}/replay`)}>
              <IconHistory size={18} stroke={1.75} aria-hidden="true" />
              {t('step_through')}
            </Button>
          )}
          <Button look="feltside" onClick={onPosition}>
            <IconEye size={18} stroke={1.75} aria-hidden="true" />
            {t('last_position')}
          </Button>
          <Button look="feltside" data-action="share" onClick={() => setSharing(true)}>
            <IconPhotoShare size={18} stroke={1.75} aria-hidden="true" />
            {afterwards('picture.share')}
          </Button>
          {problem && <CopyButton value={problem.code} />}
        </div>
      </div>
      {sharing && (
        <Suspense>
          <SharePicture table={table} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </section>
  );
}
