import { useTranslation } from 'react-i18next';
import { useLabels } from '../core/use-labels.ts';
import { DeprecatedTag } from '../hosting/DeprecatedTag.tsx';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Hash } from '../ui/Hash.tsx';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { Tag } from '../ui/Tag.tsx';
import { UntrustedLine } from '../ui/UntrustedText.tsx';
import styles from './LobbyRow.module.css';
import type { TableCellsProps } from './table-cells.ts';

/** A table in the list by person: who waits first, then the game. */
export function PersonCells({ entry, isSuggested, isDeprecated, showKey }: TableCellsProps) {
  const { t } = useTranslation('lobby');
  const paceText = usePaceText();
  const labels = useLabels(entry.protocol_id);
  const options = labels.list([paceText.forOptions(entry.options), labels.options(entry.options)]);
  return (
    <>
      <Identicon publicKey={entry.host.public_key} mode={entry.host_control_mode} size={38} />
      <span className="grow">
        <span className="row">
          <PeerName name={entry.host.nickname} className={`${styles.name} truncate`} />
          <LookAlike person={entry.host} />
          {entry.host.rating !== null && <span className="small faint">{entry.host.rating}</span>}
          {entry.for_me && <Tag>{t('for_me')}</Tag>}
          {entry.house?.strength ? (
            <Tag>{t(`strength.${entry.house.strength}`)}</Tag>
          ) : (
            <ModeBadge mode={entry.host_control_mode} claimed={!entry.host.house} />
          )}
          {isSuggested && <Tag tone="good">{t('start_here')}</Tag>}
          {showKey && <Hash value={entry.host.public_key} className="micro faint" />}
        </span>
        <span className={`${styles.secondLine} truncate small narrow block`}>
          <bdi className="strong">{entry.protocol_name}</bdi> {isDeprecated && <DeprecatedTag />}{' '}
          <bdi className="faint">{options}</bdi>
        </span>
        <span className={`${styles.secondLine} truncate small dim wide block`}>
          {entry.host.house ? entry.message : entry.message.trim() !== '' && <UntrustedLine text={entry.message} />}
        </span>
      </span>
      <span className={styles.game}>
        <bdi className="truncate strong block">{entry.protocol_name}</bdi>
        {isDeprecated ? <DeprecatedTag /> : <bdi className={`${styles.options} small faint`}>{options}</bdi>}
      </span>
    </>
  );
}
