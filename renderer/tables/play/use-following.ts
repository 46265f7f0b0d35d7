import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { type Choice, legalAnswer } from '../../../shared/tables/hooks.ts';
import { useEscape } from '../../core/keys.ts';
import { capitalized } from '../../ui/format.ts';
import { questionOf } from './bar-state.ts';
import type { Refusal } from './use-refusal.ts';

/** What the person chose while the answer before was on its way. `plays`: it is played as soon as that is possible, not only picked. */
export interface Following {
  choice: Choice;
  plays: boolean;
}

interface FollowingOptions {
  /** Whether an answer is on its way. */
  isBusy(): boolean;
  /** Changes once the answer may have arrived. */
  progress: unknown;
  refusal: Refusal;
  onPick(choice: Choice): void;
  onPlay(choice: Choice): void;
}

export interface FollowingState {
  following: Following | null;
  /** Keeps a choice until the answer on its way has arrived. */
  follow(choice: Choice, plays: boolean): void;
  /** Gives it up; null without one. */
  takeBack: (() => void) | null;
}

/** The decisions that the other side has made. */
const peerMoves = ({ moves, role }: Table): number =>
  moves.filter(({ by, automatic }) => by !== role && !automatic).length;

/**
 * A slow connection changes when a choice takes effect, not which: what is chosen while an answer is on its way is picked or played once it
 * has arrived, like a choice made a moment later. If the other side has moved by then, it isn't, and the bar says so.
 */
export function useFollowing(
  table: Table,
  { isBusy, progress, refusal, onPick, onPlay }: FollowingOptions,
): FollowingState {
  const { t } = useTranslation('tables');
  const [kept, setKept] = useState<(Following & { key: string; peerMoves: number }) | null>(null);
  const question = questionOf(table);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per question, and once an answer has arrived
  useEffect(() => {
    if (kept === null || question === null || isBusy()) return;
    setKept(null);
    const { choice, plays } = kept;
    const label = capitalized(choice.label);
    // The answer before was refused, and its question is still open.
    if (table.ask?.key === kept.key) return refusal.show(t('bar.given_up', { label }));
    if (table.ask !== null && kept.peerMoves !== peerMoves(table)) return refusal.show(t('dropped.moved', { label }));
    if (legalAnswer(question, choice.value) === null) return refusal.show(t('dropped.illegal', { label }));
    if (plays) onPlay(choice);
    else onPick(choice);
  }, [question?.key, progress]);
  const takeBack = kept === null ? null : () => setKept(null);
  useEscape(takeBack);
  return {
    following: kept,
    follow: (choice, plays) => {
      if (question !== null) setKept({ choice, plays, key: question.key, peerMoves: peerMoves(table) });
    },
    takeBack,
  };
}
