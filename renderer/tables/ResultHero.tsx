import { IconArmchair, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { dialogOpen, isControl, isTyping, useWindowKeys } from '../app/keys.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useProblemWords } from '../look/problem-words.ts';
import { FinalPosition } from './FinalPosition.tsx';
import { useOutcomeWords } from './outcome-words.ts';
import styles from './Result.module.css';

export function ResultHero({ table, onPosition }: { table: Table; onPosition(): void }) {
  const { t } = useTranslation('tables');
  const [, go] = useLocation();
  const outcome = useOutcomeWords();
  const problemWords = useProblemWords();
  const { problem } = table;
  const reason = table.result?.reason ?? (problem ? problemWords(problem, table.peer.nickname).body : null);
  useWindowKeys((event) => {
    if (event.key !== 'Enter' || event.repeat || dialogOpen() || isTyping(event.target) || isControl(event.target))
      return;
    event.preventDefault();
    go('/');
  });
  return (
    <section className={styles.hero} aria-labelledby="outcome">
      <FinalPosition table={table} />
      <div className="grow">
        <h2 id="outcome">{outcome(table).short}</h2>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
        <div className={styles.actions}>
          <Button look="brass" onClick={() => go('/')}>
            <IconArmchair size={18} stroke={1.75} aria-hidden="true" />
            {t('play_again')}
          </Button>
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
