import { IconArmchair, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { formatList } from '../ui/format.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { PeerName } from '../ui/PeerName.tsx';
import styles from './GroupRow.module.css';
import lobbyRow from './LobbyRow.module.css';
import type { GroupItem } from './order.ts';

interface GroupRowProps {
  group: GroupItem;
  /** Above the first row of a section. */
  heading: ReactNode;
  /** From 1, for aria-posinset: the list is virtualized. */
  position: number;
  total: number;
  tabIndex: number;
  onToggle(id: string, open: boolean): void;
  onFocus(id: string): void;
}

/** Game names listed before "and more". */
const maxNames = 3;

/** All tables of one host, or of the house, in a collapsible row. */
export const GroupRow = memo(function GroupRow({
  group,
  heading,
  position,
  total,
  tabIndex,
  onToggle,
  onFocus,
}: GroupRowProps) {
  const { t, i18n } = useTranslation('lobby');
  const { id, entries, partial: isPartial, open } = group;
  const [firstEntry] = entries;
  if (!firstEntry) return null;
  const isHouse = id === 'house';
  const allNames = [...new Set(entries.map(({ host, protocol_name }) => (isHouse ? host.nickname : protocol_name)))];
  const hiddenCount = allNames.length - maxNames;
  const names = [
    ...allNames.slice(0, maxNames).map(escapeInvisible),
    ...(hiddenCount > 0 ? [t('group.more', { count: hiddenCount })] : []),
  ];
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <li className={lobbyRow.item} data-headed={heading ? '' : undefined} aria-posinset={position} aria-setsize={total}>
      {heading}
      <button
        type="button"
        className={lobbyRow.row}
        data-group={id}
        aria-expanded={open}
        tabIndex={tabIndex}
        onClick={() => onToggle(id, !open)}
        onFocus={() => onFocus(id)}
        onKeyDown={({ key }) => {
          if (key === (open ? 'ArrowLeft' : 'ArrowRight')) onToggle(id, !open);
        }}
      >
        {isHouse ? (
          <span className={styles.house}>
            <IconArmchair size={22} stroke={1.75} aria-hidden="true" />
          </span>
        ) : (
          <Identicon publicKey={firstEntry.host.public_key} mode={firstEntry.host_control_mode} size={38} />
        )}
        <span className="grow">
          <span className="row">
            {isHouse ? (
              <b className={lobbyRow.name}>{t(isPartial ? 'group.house_rest' : 'group.house')}</b>
            ) : (
              <PeerName name={firstEntry.host.nickname} className={`${lobbyRow.name} truncate`} />
            )}
            {!isHouse && <LookAlike person={firstEntry.host} />}
            {!isHouse && firstEntry.host.rating !== null && (
              <span className="small faint">{firstEntry.host.rating}</span>
            )}
          </span>
          <bdi className={`${lobbyRow.secondLine} truncate small dim block`}>{formatList(i18n.language, names)}</bdi>
        </span>
        <span className="nowrap strong">{t('group.tables', { count: entries.length })}</span>
        <Chevron size={20} stroke={1.75} aria-hidden="true" className={styles.chevron} />
      </button>
    </li>
  );
});
