import { useTranslation } from 'react-i18next';
import { isolatedName } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import type { Problem } from '../core/problem.ts';

export interface ProblemText {
  title: string;
  /** The title as a sentence, for use before the body on the same line. */
  sentence: string;
  body: string;
}

interface ProblemSubject {
  /** The name of the other player. */
  peer?: string;
  /** The address of the community that the problem is about, if it isn't the one in use. */
  community?: string;
}

/** Translates a problem; falls back to main's message for codes without a translation. */
export function useProblemText(): (problem: Problem, subject?: ProblemSubject) => ProblemText {
  const { t, i18n } = useTranslation('problems');
  const { t: tApp } = useTranslation();
  const ownCommunity = useCommunityName();
  return (problem, { peer, community = ownCommunity } = {}) => {
    const code = (i18n.exists(`problems:${problem.code}`) ? problem.code : 'other') as 'other';
    const values = { community, name: peer === undefined ? '' : isolatedName(peer), message: problem.message };
    const title = t(`${code}.title`, values);
    const isElsewhere = community !== ownCommunity && /^community_(?:unreachable|timeout)$/.test(code);
    const body = t(isElsewhere ? 'elsewhere.body' : `${code}.body`, values);
    return { title, sentence: tApp('sentence', { text: title }), body };
  };
}
