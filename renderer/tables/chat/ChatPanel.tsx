import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { isOver } from '../../../shared/tables/rematch.ts';
import { MomentsPlace } from '../../notices/MomentsPlace.tsx';
import { ReportButton } from '../../people/ReportButton.tsx';
import { ChecksPart } from '../panel/ChecksPart.tsx';
import { RulesPart } from '../panel/RulesPart.tsx';
import sidePanel from '../panel/SidePanel.module.css';
import type { TablePanel } from '../panel/use-table-panel.ts';
import { ClientSwitch } from '../play/ClientSwitch.tsx';
import { SeatSwitch } from '../play/SeatSwitch.tsx';
import { RecordCard } from '../result/RecordCard.tsx';
import { ScoreCard } from '../result/ScoreCard.tsx';
import { BlockButton } from './BlockButton.tsx';
import styles from './ChatPanel.module.css';
import { ChatPerson } from './ChatPerson.tsx';

interface ChatPanelProps {
  table: Table;
  panel: TablePanel;
}

/** Beside a conversation: the person and the user's seat, later the record, or in their place the rules or what was checked. */
export function ChatPanel({ table, panel: { shown, toggle } }: ChatPanelProps) {
  const { t } = useTranslation('chat');
  if (shown === null) return null;
  // The community accepts scores only for closed sessions.
  const closedSession = table.phase === 'finished' ? table.session_id : null;
  return (
    <aside className={sidePanel.side} aria-label={t('panel')} data-region="sheet" tabIndex={-1}>
      <MomentsPlace />
      {shown === 'rules' ? (
        <RulesPart table={table} onClose={() => toggle('rules')} />
      ) : shown === 'checks' ? (
        <ChecksPart table={table} onClose={() => toggle('checks')} onSelectRound={() => {}} />
      ) : (
        <>
          <ChatPerson table={table} />
          {isOver(table) && <RecordCard table={table} />}
          {closedSession !== null && (
            <div className={styles.score}>
              <ScoreCard table={table} sessionId={closedSession} />
            </div>
          )}
          <div className={styles.foot}>
            {!table.peer.house && (
              <>
                <ReportButton
                  publicKey={table.peer.public_key}
                  name={table.peer.nickname}
                  about={{ kind: 'table', table_id: table.table_id }}
                />
                <BlockButton person={table.peer} />
              </>
            )}
            {table.client === null ? <SeatSwitch table={table} /> : <ClientSwitch table={table} />}
          </div>
        </>
      )}
    </aside>
  );
}
