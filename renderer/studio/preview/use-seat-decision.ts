import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { digitOf } from '../../../shared/keyboard.ts';
import { type Answer, legalAnswer, type Role } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { isControl, isTyping } from '../../core/keys.ts';
import { choiceOf, decisionOf, guardMs, type MovePick, pendingAnswer } from '../../tables/play/bar-state.ts';
import type { DigitKeys } from '../../tables/play/digit-keys.ts';
import { useGuard } from '../../tables/play/use-guard.ts';
import { useRefusal } from '../../tables/play/use-refusal.ts';
import { useTypedAnswer } from '../../tables/play/use-typed-answer.ts';

/** What is picked at a seat of the preview, and playing it: as at a table of a stranger's board, which only picks. */
export function useSeatDecision(project_id: string, role: Role, table: Table) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const [pick, setPick] = useState<MovePick | null>(null);
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null);
  const refusal = useRefusal(table.ask?.key ?? null);
  const answering = useMutation({
    mutationFn: (sent: { key: string; answer: Answer }) => bridge.studio.answer({ project_id, seat: role, ...sent }),
  });
  const decision = decisionOf(table, pick, answering.isError ? null : (answering.variables ?? null));
  const { ask } = table;
  const pending = pendingAnswer(decision);
  const guard = useGuard(
    'choice' in decision && pick?.by === 'board' ? `${ask?.key}:${String(pending)}` : null,
    guardMs,
  );

  const updatePick = (answer: Answer | null, by: MovePick['by']) => {
    refusal.clear();
    answering.reset();
    setPick(
      answer === null || !ask
        ? null
        : { key: ask.key, answer, label: choiceOf(table, answer)?.label ?? String(answer), by },
    );
  };
  const pickInWindow = (answer: Answer | null) => updatePick(answer, 'person');
  const field = useTypedAnswer(ask, pick, [typed, setTyped], { refusal, onPick: pickInWindow });
  const refuse = () => refusal.show(t('bar.illegal_other'));
  const play = () => {
    if (!ask || guard.blocked()) return;
    if (field.problem !== null) refusal.show(field.problem);
    else if (pending !== null) answering.mutate({ key: ask.key, answer: pending });
    else if (decision.kind === 'choose') refusal.show(field.missing);
  };
  return {
    decision,
    refusal,
    guarded: guard.guarded,
    error: answering.error,
    /** The answer that the board shows as picked. */
    pending,
    play,
    pickInWindow,
    field,
    pickOnBoard: (answer: Answer | null) =>
      updatePick(answer, pending === null || pending === answer ? 'person' : 'board'),
    refuse,
    clear: () => setPick(null),
    /** The keys of a table, at the seat that has the focus. */
    onKeyDown(event: KeyboardEvent, digits: DigitKeys) {
      const { target, nativeEvent } = event;
      if (nativeEvent.isComposing || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const isField = target instanceof HTMLInputElement && 'typeMove' in target.dataset;
      if (event.key === 'Enter' && (isField || (!isTyping(target) && !isControl(target)))) {
        event.preventDefault();
        return play();
      }
      const digit = isTyping(target) ? null : digitOf(nativeEvent);
      const answer = digit === null ? undefined : digits.get(digit);
      if (!ask || answer === undefined || decision.kind === 'agent') return;
      event.preventDefault();
      if (legalAnswer(ask, answer) === null) refuse();
      else updatePick(answer, 'person');
    },
  };
}
export type SeatDecision = ReturnType<typeof useSeatDecision>;
