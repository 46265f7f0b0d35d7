import { useEffect, useRef } from 'react';
import type { Choice, Question } from '../../../shared/tables/hooks.ts';
import { type TypedPlace, typedName, typePlace } from './typed-place.ts';

/** Places that are typed by their names. Those of the last question are known while nothing is asked, so that whoever types one is told. */
export function useTypedPlace(question: Question | null) {
  /** The beginning of a place's name. */
  const typed = useRef('');
  const choices = useRef<readonly Choice[]>([]);
  useEffect(() => {
    if (question !== null) choices.current = question.choices;
  }, [question]);
  return {
    /** A name has been typed elsewhere, or null: the next character may complete a longer one, such as h12 after h1. */
    continueFrom(choice: Choice | null) {
      typed.current = choice ? typedName(choice.label) : '';
    },
    type(character: string): TypedPlace {
      const place = typePlace(question?.choices ?? choices.current, typed.current, character);
      typed.current = place.typed;
      return place;
    },
  };
}
