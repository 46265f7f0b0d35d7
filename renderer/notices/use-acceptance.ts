import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Moment } from '../../shared/notices/moments.ts';
import { useBridge } from '../core/context.tsx';
import { canSitDown, useSitDown } from '../core/use-sit-down.ts';
import type { Doing } from './use-moment-card.ts';
import { useCloseMoment } from './use-moments.ts';

/** `run` of useMomentCard(). */
export type Run = (action: () => Promise<unknown>, doing?: Doing) => Promise<boolean>;

/** Joins the other's table, or opens one for them; either is shown where it leads. */
export function usePlayAgain(moment: Moment, run: Run): (table_id: string, doing: Doing) => void {
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const close = useCloseMoment();
  return (table_id, doing) =>
    void run(async () => {
      const { table_id: joinedId } = await bridge.tables.rematch({ table_id, change_seats: true });
      navigate(`/tables/${joinedId ?? table_id}`);
      await close(moment);
    }, doing);
}

interface Acceptance {
  label: string;
  accept(): void;
}

/** Sits the user down at the table that a moment offers; null if it offers none or several, or one that needs a decision. */
export function useAcceptance(moment: Moment, run: Run): Acceptance | null {
  const { t } = useTranslation('notices');
  const close = useCloseMoment();
  const sitDown = useSitDown();
  const playAgain = usePlayAgain(moment, run);
  if ((moment.kind !== 'challenge' && moment.kind !== 'rematch') || moment.count > 1) return null;
  if (moment.kind === 'rematch')
    return { label: t('moments.do.play'), accept: () => playAgain(moment.table_id, 'joining') };
  const { offer } = moment;
  if (!canSitDown(offer)) return null;
  const join = async () => {
    await sitDown(offer);
    await close(moment);
  };
  return { label: t('moments.do.accept'), accept: () => void run(join, 'joining') };
}
