import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import styles from './ContractFooter.module.css';
import type { PlayerChange } from './player-changes.ts';

/** The differences between two specs, one sentence each. */
export function ChangeList({ changes }: { changes: readonly PlayerChange[] }) {
  const { t } = useTranslation('studio');
  return (
    <ul className={styles.diff} data-testid="spec-diff">
      {changes.map(({ id, change, sentence, params: { subject, before, after } }) => (
        <li key={id} data-change={change}>
          {t(`change.${sentence}`, {
            subject: escapeInvisible(subject),
            before: escapeInvisible(before),
            after: escapeInvisible(after),
          })}
        </li>
      ))}
    </ul>
  );
}
