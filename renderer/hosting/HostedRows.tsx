import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostedTable, LobbyEntry } from '../../shared/bridge/contract.ts';
import { isRated } from '../../shared/community/rating.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useApp, useHosting } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { useLabels } from '../core/use-labels.ts';
import { Identicon } from '../ui/Identicon.tsx';
import { ModeBadge } from '../ui/ModeBadge.tsx';
import { usePaceText } from '../ui/pace-text.ts';
import { Tag } from '../ui/Tag.tsx';
import styles from './HostedRows.module.css';
import { useChallengedName } from './use-challenged-name.ts';

interface HostedRowsProps {
  /** The post whose sheet is open. */
  openId: string | null;
  /** Lobby entries; own ones that are not hosted here were posted by another Parlor with the same key. */
  lobbyEntries?: readonly LobbyEntry[];
  /** Framed as a card, outside the lobby. */
  framed?: boolean;
}

/** Own tables waiting for a guest; each row opens its sheet. */
export function HostedRows({ openId, lobbyEntries = [], framed = false }: HostedRowsProps) {
  const { t } = useTranslation('hosting');
  const hosting = useHosting();
  const hostedIds = new Set(hosting.map(({ post_id }) => post_id));
  const entriesElsewhere = lobbyEntries.filter(({ own, post_id }) => own && !hostedIds.has(post_id));
  if (hosting.length + entriesElsewhere.length === 0) return null;
  return (
    <ul className={[styles.rows, framed && styles.framed].filter(Boolean).join(' ')} aria-label={t('yours')}>
      {hosting.map((table) => (
        // The post id changes with this computer's addresses.
        <li key={table.posted_at}>
          <HostedRow table={table} open={openId === table.post_id} />
        </li>
      ))}
      {entriesElsewhere.map(({ post_id, protocol_name, host, host_control_mode }) => (
        <li key={post_id} className={`${styles.row} row gap3`}>
          <Identicon publicKey={host.public_key} mode={host_control_mode} size={34} />
          <span className="grow">
            <b className="truncate block">{escapeInvisible(protocol_name)}</b>
            <span className="small faint truncate block">{t('elsewhere')}</span>
          </span>
          <Tag tone="good">{t('yours_one')}</Tag>
        </li>
      ))}
    </ul>
  );
}

function HostedRow({ table, open }: { table: HostedTable; open: boolean }) {
  const { t } = useTranslation('hosting');
  const paceText = usePaceText();
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const { post_id, protocol_name, options, control_mode, visibility, for_public_key, unsent, unrated, family } = table;
  const labels = useLabels(table.protocol_id);
  const guestName = useChallengedName(for_public_key);
  const audience = for_public_key
    ? t('only_for', { name: guestName })
    : visibility === 'unlisted'
      ? t('unlisted_row')
      : null;
  return (
    <button
      type="button"
      className={`${styles.row} row gap3`}
      data-hosted={post_id}
      aria-expanded={open}
      onClick={() => setQuery({ mine: post_id, host: null, table: null, network: null })}
    >
      <Identicon publicKey={ownKey} mode={control_mode} size={34} />
      <span className="grow">
        <span className="row">
          <b className="truncate">{escapeInvisible(protocol_name)}</b>
          <ModeBadge mode={control_mode} claimed={false} />
        </span>
        <span className="small faint truncate block">
          {labels.list([
            audience,
            unsent ? t('unsent.row') : null,
            labels.options(options),
            paceText.forOptions(options),
            unrated ? t('no_points') : isRated(family) ? t('rated') : null,
          ])}
        </span>
      </span>
      {/* For whom is in the line, since a name may be long. */}
      <Tag tone="good">{t(for_public_key === null ? 'waiting' : 'waiting_only')}</Tag>
      <IconChevronRight size={17} stroke={1.75} aria-hidden="true" className="faint" />
    </button>
  );
}
