import { useTranslation } from 'react-i18next';
import type { Answer, Question } from '../../../shared/tables/hooks.ts';
import { typedAnswer, typedProblem } from '../../../shared/tables/typed-answer.ts';
import { useTypedProblemText } from '../typed-problem-text.ts';
import { fieldText, type MovePick } from './bar-state.ts';
import type { Refusal } from './use-refusal.ts';

export interface TypedAnswer {
  /** What stands in the field. */
  text: string;
  /** Why it can't be played; null if it can, or if the field is empty. */
  problem: string | null;
  /** What to do first, where nothing is typed or picked. */
  missing: string;
  type(text: string): void;
  /** A key pressed while the window has the focus: it is typed into the field, if it can begin an answer. */
  typeKey(character: string): boolean;
}

/** The field of a question that is answered by typing. */
export function useTypedAnswer(
  ask: Question | null,
  pick: MovePick | null,
  [typed, setTyped]: [{ key: string; text: string } | null, (typed: { key: string; text: string }) => void],
  { refusal, onPick }: { refusal: Refusal; onPick(answer: Answer | null): void },
): TypedAnswer {
  const { t } = useTranslation('tables');
  const problemText = useTypedProblemText();
  const text = fieldText(ask, pick, typed);
  const problem = ask?.entry ? typedProblem(ask.entry, text) : null;
  const missingText = () => {
    if (!ask?.entry) return t('bar.pick_first');
    const { entry } = ask;
    return entry.type === 'text' ? t('entry.empty.words') : t('entry.empty.number', { min: entry.min, max: entry.max });
  };
  const type = (newText: string) => {
    if (!ask?.entry) return;
    setTyped({ key: ask.key, text: newText });
    onPick(typedAnswer(ask.entry, newText));
    const newProblem = typedProblem(ask.entry, newText);
    // A number grows while it is typed.
    if (newProblem && newProblem.kind !== 'too_small') refusal.show(problemText(newProblem));
  };
  return {
    text,
    problem: problem && problemText(problem),
    missing: missingText(),
    type,
    typeKey(character) {
      const field = document.querySelector<HTMLElement>('[data-type-move]');
      const begins = ask?.entry?.type === 'integer' ? /^[-\d]$/ : /^[\p{L}\p{N}]$/u;
      if (!ask?.entry || !field || !begins.test(character)) return false;
      type(text + character);
      field.focus();
      return true;
    },
  };
}
