import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostedTable } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useLabels } from '../core/use-labels.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import styles from './UnseatedGuest.module.css';
import { useChallengedName } from './use-challenged-name.ts';

/** Why the person that a waiting table is for gets no message of it; nothing if they do. */
export function UnsentInvitation({ table }: { table: HostedTable }) {
  const { t } = useTranslation('hosting');
  const { t: tApp } = useTranslation();
  const problemText = useProblemText();
  const name = useChallengedName(table.for_public_key);
  const labels = useLabels(table.protocol_id);
  const { unsent, protocol_name } = table;
  if (!unsent) return null;
  const game = escapeInvisible(labels.name(protocol_name));
  return (
    <div className="row top small" role="alert" data-unsent={unsent.code}>
      <IconMailOff size={18} stroke={1.75} className="warn" aria-hidden="true" />
      <div className={`${styles.text} grow row wrap`}>
        <p className={styles.words}>
          <b>{t('unsent.title', { game, name })}</b>{' '}
          {tApp('sentences', { first: problemText(unsent).sentence, second: t('unsent.sees') })}
        </p>
        <CopyButton value={unsent.code} />
      </div>
    </div>
  );
}
