import { useEffect, useState } from 'react';
import type { BoardNumber } from '../../../shared/boards/contract.ts';
import type { Answer, Question } from '../../../shared/tables/hooks.ts';
import type { DrawnAnswers } from '../../boards/BoardFrame.tsx';

/** How long a board has to say which answers to a question it draws, in milliseconds, and before that to connect. */
const silenceMs = 2_500;
const connectMs = 15_000;

interface BoardClaims {
  /** The open question; null while nothing can be picked. */
  ask: Question | null;
  /** The hooks were generated from the spec: they ask for messages that a board knows nothing of. */
  byHand: boolean;
  /** Null before the board has said something, undefined before it has connected. */
  drawn: DrawnAnswers | null | undefined;
  numbers: readonly BoardNumber[];
}

export interface Undrawn {
  /** Whether choices are listed beside the board; also between two questions, so that the board keeps its size. */
  isListed: boolean;
  /** The list has a place, also for a question that it has nothing of, once the board has left out a choice. */
  keepsPlace: boolean;
  /** The open question with the choices that are listed; null without one. */
  ask: Question | null;
  /** Some of the listed choices are drawn on the board, too: at seats that are played by hand, the list has all. */
  isAlsoDrawn: boolean;
  /** The listed choices that a board leaves out which draws others of them: at seats that are played by hand, perhaps against the rules. */
  offBoard: readonly Answer[];
  /** The board has not said in time what it draws. */
  isSilent: boolean;
}

/** The choices of the open question that the board doesn't draw, so that they can be picked beside it. `ask` is null without a board. */
export function useUndrawn({ ask, byHand, drawn, numbers }: BoardClaims): Undrawn {
  const [isSilent, setIsSilent] = useState(false);
  const key = ask?.key ?? null;
  const isAnswered = key !== null && drawn?.key === key;
  const isConnected = drawn !== undefined;
  useEffect(() => {
    if (isAnswered) setIsSilent(false);
    if (key === null || isAnswered) return;
    const timer = setTimeout(() => setIsSilent(true), isConnected ? silenceMs : connectMs);
    return () => clearTimeout(timer);
  }, [key, isAnswered, isConnected]);
  const shown = isAnswered ? [...drawn.answers, ...numbers.map(({ answer }) => answer)] : [];
  // What the board has left out once stays listed for the question, so that a board can't take a choice away from under the pointer.
  const [listed, setListed] = useState<{ key: string | null; values: readonly unknown[] }>({ key: null, values: [] });
  const kept = listed.key === key ? listed.values : [];
  const undrawn = (ask?.choices ?? []).filter(({ value }) => byHand || kept.includes(value) || !shown.includes(value));
  const isExpected = byHand || isSilent;
  const isLeftOut = isAnswered && undrawn.length > 0;
  const [hasLeftOut, setHasLeftOut] = useState(false);
  if (isLeftOut && !hasLeftOut) setHasLeftOut(true);
  const isListed = isExpected || isLeftOut;
  if (isLeftOut && undrawn.length > kept.length) setListed({ key, values: undrawn.map(({ value }) => value) });
  const keepsPlace = isListed || hasLeftOut;
  const isAlsoDrawn = byHand && undrawn.some(({ value }) => shown.includes(value));
  return {
    isListed,
    keepsPlace,
    ask: ask && isListed && undrawn.length > 0 ? { ...ask, choices: undrawn } : null,
    isAlsoDrawn,
    offBoard: isAlsoDrawn ? undrawn.map(({ value }) => value).filter((value) => !shown.includes(value)) : [],
    isSilent,
  };
}
