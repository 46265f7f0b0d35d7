import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostedTable, LobbyEntry } from '../../shared/bridge/contract.ts';
import { setQuery } from '../app/address.ts';
import { useApp, useHosting } from '../app/context.tsx';
import { optionsLine, shortHash } from '../look/format.ts';
import { ModeBadge } from '../look/ModeBadge.tsx';
import { visible } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Tag } from '../look/Tag.tsx';
import styles from './Hosting.module.css';

interface HostedRowsProps {
  openId: string | null;
  /** The lobby's list, for own tables that another Parlor with the same key opened. */
  listed?: readonly LobbyEntry[];
  card?: boolean;
}

/** Own tables that wait, each a row that opens its sheet. */
export function HostedRows({ openId, listed = [], card = false }: HostedRowsProps) {
  const { t } = useTranslation('hosting');
  const hosting = useHosting();
  const known = new Set(hosting.map(({ post_id }) => post_id));
  const elsewhere = listed.filter(({ own, post_id }) => own && !known.has(post_id));
  if (hosting.length + elsewhere.length === 0) return null;
  return (
    <ul className={[styles.waiting, card && styles.card].filter(Boolean).join(' ')} aria-label={t('yours')}>
      {hosting.map((table) => (
        <li key={table.posted_at}>
          <HostedRow table={table} open={openId === table.post_id} />
        </li>
      ))}
      {elsewhere.map(({ post_id, protocol_name, host, host_control_mode }) => (
        <li key={post_id} className={styles.row}>
          <Quilt publicKey={host.public_key} mode={host_control_mode} size={34} />
          <span className="grow">
            <b className="cut block">{visible(protocol_name)}</b>
            <span className="small faint cut block">{t('elsewhere')}</span>
          </span>
          <Tag tone="ok">{t('yours_one')}</Tag>
        </li>
      ))}
    </ul>
  );
}

function HostedRow({ table, open }: { table: HostedTable; open: boolean }) {
  const { t } = useTranslation('hosting');
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const { post_id, protocol_name, options, control_mode, visibility, for_public_key } = table;
  const who = for_public_key
    ? t('only_key', { key: shortHash(for_public_key) })
    : visibility === 'unlisted'
      ? t('unlisted_row')
      : null;
  return (
    <button
      type="button"
      className={styles.row}
      data-hosted={post_id}
      aria-expanded={open}
      onClick={() => setQuery({ mine: post_id, host: null, table: null })}
    >
      <Quilt publicKey={ownKey} mode={control_mode} size={34} />
      <span className="grow">
        <span className="row">
          <b className="cut">{visible(protocol_name)}</b>
          <ModeBadge mode={control_mode} said={false} />
        </span>
        <span className="small faint cut block">{[who, optionsLine(options)].filter(Boolean).join(', ')}</span>
      </span>
      <Tag tone="ok">{t('waiting')}</Tag>
      <IconChevronRight size={17} stroke={1.75} aria-hidden="true" className="faint" />
    </button>
  );
}
