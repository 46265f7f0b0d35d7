import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { English } from '../../locales/en.ts';
import type { BoardProblem } from './reports.ts';

type RuleCode = keyof English['studio']['rule'];

/** `file:line:column` as far as known; null without a file. */
export function positionText({ file, line, column }: StudioProblem | BoardProblem): string | null {
  if (file === null) return null;
  return [file, line, line === null ? null : column].filter((part) => part !== null).join(':');
}

/** Returns a function that gives the title and body of a problem in the window's language. */
export function useStudioProblemText(): (problem: StudioProblem | BoardProblem) => { title: string; body: string } {
  const { t, i18n } = useTranslation('studio');
  // The spec's and the manifest's rules are translated by code; other messages are shown as they are, in English.
  const ruleText = ({ code, params, message }: StudioProblem) =>
    escapeInvisible(i18n.exists(`studio:rule.${code}`) ? t(`rule.${code as RuleCode}`, { ...params }) : message);
  const text = (problem: StudioProblem | BoardProblem) => {
    const parts = {
      subject: escapeInvisible(problem.subject),
      message: 'message' in problem ? ruleText(problem) : '',
      detail: 'detail' in problem ? escapeInvisible(problem.detail ?? '') : '',
      fix: 'fix' in problem && problem.fix ? t(`fix.${problem.fix}`) : '',
    };
    return { title: t(`problem.${problem.kind}.title`, parts), body: t(`problem.${problem.kind}.body`, parts) };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes with the language
  return useCallback(text, [t]);
}
