import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import type { TypedProblem } from '../../shared/tables/typed-answer.ts';

/** Why a typed text can't be the answer, as a sentence. */
export function useTypedProblemText(): (problem: TypedProblem) => string {
  const { t } = useTranslation('tables');
  return (problem) => {
    if (problem.kind === 'too_long') return t('entry.problem.too_long', { count: problem.over });
    if (problem.kind === 'malformed') return t('entry.problem.malformed');
    const { kind, min, max } = problem;
    if (min === max && kind !== 'not_number') return t('entry.problem.only', { number: min });
    return t(`entry.problem.${kind}`, { value: escapeInvisible(problem.value), min, max });
  };
}
