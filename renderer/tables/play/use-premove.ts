import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { useEscape } from '../../core/keys.ts';
import { usePageActions } from '../../core/page-actions.ts';

export interface PremoveState {
  /** As main keeps it, or as it will once a choice that is on its way has arrived. */
  premove: Table['premove'];
  /** Keeps an answer for the next turn. */
  keep(answer: Answer): void;
  /** Takes it back; null if there is nothing to take back. */
  takeBack: (() => void) | null;
  /** Why the last choice wasn't kept, while there is still something to choose. */
  error: Error | null;
}

/** The user's choice for the next turn, which Escape takes back. Main keeps it, so that it outlasts the window. */
export function usePremove({ table_id, ahead, premove: kept }: Table): PremoveState {
  const bridge = useBridge();
  const { t } = useTranslation('tables');
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (choice: { key: string; answer: Answer | null }) => bridge.tables.premove({ table_id, ...choice }),
  });
  const choice = isPending ? ahead?.choices.find(({ value }) => value === variables.answer) : undefined;
  const premove =
    isPending && variables.key === ahead?.key
      ? choice
        ? { answer: choice.value, label: choice.label, dropped: null }
        : null
      : kept;
  const takeBack = ahead && premove && !premove.dropped ? () => mutate({ key: ahead.key, answer: null }) : null;
  useEscape(takeBack);
  usePageActions(takeBack ? [{ id: 'take_back', label: t('bar.take_back'), run: takeBack }] : []);
  return { premove, keep: (answer) => ahead && mutate({ key: ahead.key, answer }), takeBack, error: ahead && error };
}
