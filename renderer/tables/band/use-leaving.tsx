import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { useAction } from '../../core/use-action.ts';
import { ResignDialog } from '../play/ResignDialog.tsx';

type StallKind = NonNullable<Table['stall']>['kind'];

export interface Leaving {
  canLeave: boolean;
  busy: boolean;
  /** What leaving means now: `Resign`, `Leave` ... */
  text: string;
  /** Opens the dialog that says what leaving costs. */
  ask(): void;
  dialog: ReactNode;
}

/** Leaving a running table: what it is called now, and the dialog that asks first. */
export function useLeaving(table: Table): Leaving {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  /** What the open dialog offers. It doesn't change under the user's hands when the other side returns. */
  const [asking, setAsking] = useState<{ stall: StallKind | null } | null>(null);
  const resignation = useAction();
  const canLeave = table.phase === 'playing' && table.concession !== 'said';
  const leaveKey = () => {
    if (resignation.busy) return asking?.stall ? 'leaving' : table.protocol.mode === 'free' ? 'leaving' : 'resigning';
    if (table.stall !== null) return 'unfinished.do';
    return table.protocol.mode === 'free' ? 'leave_do' : 'resign';
  };
  // The dialog may have been closed meanwhile; it says why leaving failed.
  const leave = async (stall: StallKind | null) => {
    const { table_id } = table;
    const isDone = await resignation.run(() => bridge.tables[stall === null ? 'resign' : 'leave']({ table_id }));
    setAsking(isDone ? null : { stall });
  };
  return {
    canLeave,
    busy: resignation.busy,
    text: t(leaveKey()),
    ask() {
      if (resignation.busy) return;
      resignation.clearProblem();
      setAsking({ stall: table.stall?.kind ?? null });
    },
    dialog: asking && canLeave && (
      <ResignDialog
        table={table}
        stall={asking.stall}
        busy={resignation.busy}
        problem={resignation.problem}
        onClose={() => setAsking(null)}
        onResign={() => void leave(asking.stall)}
      />
    ),
  };
}
