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
  /** What leaving means now: `Resign`, `Leave, unfinished` ... */
  text: string;
  /** The same in a word, for a button that may not grow. */
  word: string;
  /** The words that may take its place without the user's doing. */
  words: readonly string[];
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
  const isFree = table.protocol.mode === 'free';
  const busyText = resignation.busy ? t(asking?.stall || isFree ? 'leaving' : 'resigning') : null;
  const normal = t(isFree ? 'leave_do' : 'resign');
  // The dialog may have been closed meanwhile; it says why leaving failed.
  const leave = async (stall: StallKind | null) => {
    const { table_id } = table;
    const isDone = await resignation.run(() => bridge.tables[stall === null ? 'resign' : 'leave']({ table_id }));
    setAsking(isDone ? null : { stall });
  };
  return {
    canLeave,
    busy: resignation.busy,
    text: busyText ?? (table.stall === null ? normal : t('unfinished.do')),
    word: busyText ?? (table.stall === null ? normal : t('leave_do')),
    words: isFree ? [normal] : [normal, t('leave_do')],
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
