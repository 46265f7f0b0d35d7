import { IconEye, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import { FinalPosition } from './FinalPosition.tsx';
import { useOutcomeWords } from './outcome-words.ts';
import { RematchActions } from './RematchActions.tsx';
import styles from './Result.module.css';

export function ResultHero({ table, onPosition }: { table: Table; onPosition(): void }) {
  const { t } = useTranslation('tables');
  const [, go] = useLocation();
  const outcome = useOutcomeWords();
  const problemWords = useProblemWords();
  const { problem } = table;
  const reason = table.result?.reason ?? (problem ? problemWords(problem, table.peer.nickname).body : null);
  return (
    <section className={styles.hero} aria-labelledby="outcome">
      <FinalPosition table={table} />
      <div className="grow">
        <h2 id="outcome">{outcome(table).short}</h2>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
        <div className={styles.actions}>
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
          {problem && <CopyButton value={problem.code} />}
        </div>
      </div>
    </section>
  );
}
