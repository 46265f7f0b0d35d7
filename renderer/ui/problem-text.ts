import { useTranslation } from 'react-i18next';
import { isolatedName } from '../../shared/peer-text.ts';
import { useProblemCommunity } from '../core/community-name.ts';
import { useApp } from '../core/context.tsx';
import type { Problem } from '../core/problem.ts';

/** The problems of a community that doesn't respond. */
const absences = ['community_unreachable', 'community_timeout'] as const;

export interface ProblemText {
  title: string;
  /** The title as a sentence, for use before the body on the same line. */
  sentence: string;
  body: string;
}

/**
 * Translates a problem; main's message is for logs and programs. It is one of the community in use, except within `AboutCommunity`.
 * `peer`: the name of the other player.
 */
export function useProblemText(): (problem: Problem, subject?: { peer?: string }) => ProblemText {
  const { t } = useTranslation('problems');
  const { t: tApp } = useTranslation();
  const { name: community, elsewhere } = useProblemCommunity();
  return (problem, { peer } = {}) => {
    const { code, detail } = problem;
    const path = typeof detail?.path === 'string' ? detail.path : '';
    const values = { community, name: peer === undefined ? '' : isolatedName(peer), path };
    const title = t(`${code}.title`, values);
    // The usual bodies say what goes on without the community in use.
    const absence = absences.find((each) => elsewhere && each === problem.code);
    const body = absence ? tApp(`problem_elsewhere.${absence}`) : t(`${code}.body`, values);
    return { title, sentence: tApp('sentence', { text: title }), body };
  };
}

/** Why the community in use can't be used although it responds; null otherwise. The same in every place that needs it. */
export function useCommunityTrouble(): ProblemText | null {
  const problem = useApp((app) => app.community.problem);
  const problemText = useProblemText();
  return problem === null || absences.some((each) => each === problem.code) ? null : problemText(problem);
}
