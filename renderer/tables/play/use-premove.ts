import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Answer, Choice } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { useEscape } from '../../core/keys.ts';
import { usePageActions } from '../../core/page-actions.ts';

export interface PremoveState {
  /** As main keeps it, or as it will once a choice that is on its way has arrived. */
  premove: Table['premove'];
  /** A choice is on its way, or was refused because its turn had begun, which is not shown yet. */
  isSending: boolean;
  /** Keeps an answer for the next turn. */
  keep(answer: Answer): void;
  /** Takes it back; null if there is nothing to take back. */
  takeBack: (() => void) | null;
  /** Why the last choice wasn't kept, while there is still something to choose. */
  error: Error | null;
}

/**
 * The user's choice for the next turn, which Escape takes back. Main keeps it, so that it outlasts the window. `onMissed`: it was chosen
 * for a turn that had just begun, so that main could no longer keep it.
 */
export function usePremove(
  { table_id, ahead, ask, premove: kept }: Table,
  onMissed: (choice: Choice, prompt: string) => void,
): PremoveState {
  const bridge = useBridge();
  const { t } = useTranslation('tables');
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: ({ key, answer }: { key: string; answer: Answer | null; label: string; prompt: string }) =>
      bridge.tables.premove({ table_id, key, answer }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refused choice, when its turn is shown
  useEffect(() => {
    if (error === null || ask === null || variables === undefined) return;
    reset();
    const { answer: value, label, prompt } = variables;
    if (value !== null) onMissed({ value, label }, prompt);
  }, [error, ask?.key]);
  const choice = isPending ? ahead?.choices.find(({ value }) => value === variables.answer) : undefined;
  const premove =
    isPending && variables.key === ahead?.key
      ? choice
        ? { answer: choice.value, label: choice.label, dropped: null }
        : null
      : kept;
  const takeBack =
    ahead && premove && !premove.dropped
      ? () => mutate({ key: ahead.key, answer: null, label: '', prompt: ahead.prompt })
      : null;
  useEscape(takeBack);
  usePageActions(takeBack ? [{ id: 'take_back', label: t('bar.take_back'), run: takeBack }] : []);
  return {
    premove,
    isSending: isPending || (error !== null && ask === null && variables?.key === ahead?.key),
    keep(answer) {
      if (ahead === null) return;
      const label = ahead.choices.find(({ value }) => value === answer)?.label ?? String(answer);
      mutate({ key: ahead.key, answer, label, prompt: ahead.prompt });
    },
    takeBack,
    error: ahead && error,
  };
}
