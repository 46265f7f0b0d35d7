import {
  IconBook,
  IconChevronLeft,
  IconCopy,
  IconDoorExit,
  IconDots,
  IconFileText,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isBlank } from '../../../shared/peer-text.ts';
import { usePageActions } from '../../core/page-actions.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { shortcuts } from '../../core/shortcuts.ts';
import { LookAlike } from '../../trust/LookAlike.tsx';
import { Button } from '../../ui/Button.tsx';
import { shortHash } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { PeerName } from '../../ui/PeerName.tsx';
import { PersonLink } from '../../ui/PersonLink.tsx';
import { SealButton, useSealText } from '../band/SealButton.tsx';
import band from '../band/TableBand.module.css';
import { useLeaving } from '../band/use-leaving.tsx';
import type { TablePanel } from '../panel/use-table-panel.ts';
import styles from './ChatBand.module.css';

interface ChatBandProps {
  table: Table;
  panel: TablePanel;
  /** Null while there is nothing to copy or save. */
  onCopy: (() => void) | null;
  onSave: (() => void) | null;
}

/** The line above a conversation: the person, the seal, and the actions. */
export function ChatBand({ table, panel, onCopy, onSave }: ChatBandProps) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const [, navigate] = useLocation();
  const sealText = useSealText(table);
  const leaving = useLeaving(table);
  const { peer, protocol } = table;
  const aboutProtocol = () => navigate(protocolPath(protocol.protocol_id));
  const rules = () => panel.toggle('rules');
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  const items = [
    ...(onCopy ? [{ id: 'copy', label: t('copy_all'), icon: <IconCopy {...icon} />, onSelect: onCopy }] : []),
    ...(onSave ? [{ id: 'save', label: t('save_text'), icon: <IconFileText {...icon} />, onSelect: onSave }] : []),
    { id: 'rules', label: tTables('rules.title'), icon: <IconBook {...icon} />, onSelect: rules },
    { id: 'game', label: t('about'), icon: <IconInfoCircle {...icon} />, onSelect: aboutProtocol },
  ];
  usePageActions([
    ...(leaving.canLeave
      ? [{ id: 'resign' as const, label: leaving.text, keys: shortcuts.table.resign, run: leaving.ask }]
      : []),
    { id: 'rules', label: tTables('rules.title'), run: rules },
    { id: 'checks', label: sealText, run: () => panel.toggle('checks') },
    { id: 'game', label: t('about'), run: aboutProtocol },
  ]);
  return (
    <header className={`${band.band} on-wood`} data-band>
      <Link href="/tables" className={band.back} aria-label={tTables('back')}>
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
      </Link>
      <div className={`${styles.person} row`}>
        <span className={styles.picture}>
          <Identicon publicKey={peer.public_key} house={peer.house} size={32} />
        </span>
        <div className={styles.names}>
          <h1 className={`${band.title} truncate`} id="table-title" tabIndex={-1}>
            {panel.isCompact ? (
              <button
                type="button"
                className={styles.name}
                aria-expanded={panel.shown === 'moves'}
                data-panel="moves"
                onClick={() => panel.toggle('moves')}
              >
                <PeerName name={isBlank(peer.nickname) ? shortHash(peer.public_key) : peer.nickname} />
              </button>
            ) : (
              <PersonLink person={peer} className={styles.name} />
            )}
          </h1>
          <p className={`${band.author} truncate`}>{t('terms', { protocol: escapeInvisible(protocol.name) })}</p>
        </div>
        <LookAlike person={peer} />
      </div>
      <div className={`${band.tools} ${styles.tools}`}>
        <SealButton table={table} panel={panel} />
        {leaving.canLeave && (
          <Button
            variant="wood"
            size="sm"
            data-action="resign"
            aria-disabled={leaving.busy || undefined}
            onClick={leaving.ask}
          >
            <IconDoorExit size={16} stroke={1.75} aria-hidden="true" />
            {leaving.text}
          </Button>
        )}
        <Menu items={items}>
          <Button variant="wood" size="sm" iconOnly aria-label={tTables('band.more')} data-panel="more">
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </Button>
        </Menu>
      </div>
      {leaving.dialog}
    </header>
  );
}
