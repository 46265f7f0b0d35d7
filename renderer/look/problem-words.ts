import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import type { Problem } from '../app/problem.ts';
import { isolated } from './peer-text.ts';

export interface ProblemWords {
  title: string;
  /** The title with its full stop, where the body follows on the same line. */
  told: string;
  body: string;
}

/** The title and body of a problem in our words; where a code has none, what main said. */
export function useProblemWords(): (problem: Problem, peer?: string) => ProblemWords {
  const { t, i18n } = useTranslation('problems');
  const { t: frame } = useTranslation();
  const community = useApp((app) => app.community.name);
  return (problem, peer) => {
    const code = (i18n.exists(`problems:${problem.code}`) ? problem.code : 'other') as 'other';
    const parts = { community, name: peer === undefined ? '' : isolated(peer), message: problem.message };
    const title = t(`${code}.title`, parts);
    return { title, told: frame('sentence', { text: title }), body: t(`${code}.body`, parts) };
  };
}
