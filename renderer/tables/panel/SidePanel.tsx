import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Moves } from '../Moves.tsx';
import { ClientSwitch } from '../play/ClientSwitch.tsx';
import { SeatSwitch } from '../play/SeatSwitch.tsx';
import { RemarksPart } from '../remarks/RemarksPart.tsx';
import { ChecksPart } from './ChecksPart.tsx';
import { RulesPart } from './RulesPart.tsx';
import styles from './SidePanel.module.css';
import type { TablePanel } from './use-table-panel.ts';

interface SidePanelProps {
  table: Table;
  panel: TablePanel;
  onSelectRound(round: number): void;
  /** Parlor's own board is on screen; it draws the pieces as the protocol's labels describe. */
  ownBoard: boolean;
}

/** Beside a running table: its moves and the user's seat, or in their place the rules or what was checked. */
export function SidePanel({ table, panel, onSelectRound, ownBoard }: SidePanelProps) {
  const { t } = useTranslation('tables');
  const { shown, toggle } = panel;
  if (shown === null) return null;
  return (
    <aside className={styles.side} aria-label={t('panel')} data-region="sheet" tabIndex={-1}>
      {shown === 'rules' ? (
        <RulesPart table={table} onClose={() => toggle('rules')} />
      ) : shown === 'checks' ? (
        <ChecksPart table={table} onClose={() => toggle('checks')} onSelectRound={onSelectRound} />
      ) : (
        <>
          <Moves table={table} withPieces={ownBoard} />
          {table.hooks?.by_hand && <p className="small faint">{t('hooks.by_hand')}</p>}
          <RemarksPart table={table} />
          {table.client === null ? <SeatSwitch table={table} /> : <ClientSwitch table={table} />}
        </>
      )}
    </aside>
  );
}
