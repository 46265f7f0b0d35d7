import { useTranslation } from 'react-i18next';
import { useApp } from '../app/context.tsx';
import type { Problem } from '../app/problem.ts';
import { isolated } from './peer-text.ts';

/** The title and body of a problem in our words; where a code has none, what main said. */
export function useProblemWords(): (problem: Problem, peer?: string) => { title: string; body: string } {
  const { t, i18n } = useTranslation('problems');
  const community = useApp((app) => app.community.name);
  return (problem, peer) => {
    const code = (i18n.exists(`problems:${problem.code}`) ? problem.code : 'other') as 'other';
    const parts = { community, name: peer === undefined ? '' : isolated(peer), message: problem.message };
    return { title: t(`${code}.title`, parts), body: t(`${code}.body`, parts) };
  };
}
