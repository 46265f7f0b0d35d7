import { useRef } from 'react';
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
    // Parlor keeps trying to reach only the community in use.
    const body =
      elsewhere && code === 'community_unreachable' ? tApp('unreachable_elsewhere') : t(`${code}.body`, values);
    return { title, sentence: tApp('sentence', { text: title }), body };
  };
}

/** Whether a community doesn't respond, rather than respond with a problem. */
export const isAbsence = ({ code }: Problem): boolean => absences.some((absence) => absence === code);

/** Whether a failed try still says what is so: one that failed for want of the community doesn't once that responds again. */
export function useStillHolds(problem: Problem | null): boolean {
  const { elsewhere } = useProblemCommunity();
  const isOnline = useApp(({ community }) => community.status === 'online');
  const wasAway = useRef(false);
  const isOfOutage = problem !== null && !elsewhere && isAbsence(problem);
  // An attempt may fail before the outage is noticed.
  wasAway.current = isOfOutage && (wasAway.current || !isOnline);
  return problem !== null && !(wasAway.current && isOnline);
}

/** Why the community in use can't be used although it responds; null otherwise. The same in every place that needs it. */
export function useCommunityTrouble(): ProblemText | null {
  const problem = useApp((app) => app.community.problem);
  const problemText = useProblemText();
  return problem === null || isAbsence(problem) ? null : problemText(problem);
}
