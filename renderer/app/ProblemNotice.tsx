import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { isAdmissionRefusal } from '../../shared/community/admission.ts';
import { lostEvent } from '../bridge/lost-event.ts';
import { attempt } from '../core/attempt.ts';
import { useApp, useLive } from '../core/context.tsx';
import { roomOf } from '../core/rooms.ts';
import { sectionPath } from '../settings/sections.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { isAbsence, useProblemText } from '../ui/problem-text.ts';
import { NoticeLine } from './NoticeLine.tsx';

/** A problem of the app, of loading what the window shows, or of the community, until it is dismissed or resolved. */
export function ProblemNotice() {
  const { t } = useTranslation();
  const { bridge, loadProblem, reload } = useLive();
  const lost = useSyncExternalStore(lostEvent.subscribe, lostEvent.get);
  const unloaded = useStore(loadProblem) ?? lost;
  const loadAgain = () => {
    lostEvent.clear();
    reload();
  };
  const problemText = useProblemText();
  const appProblem = useApp((app) => app.problem);
  const communityProblem = useApp((app) => app.community.problem);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [path] = useLocation();
  // These places show the community's problem themselves.
  const room = roomOf(path);
  const isCommunities = path === sectionPath('communities');
  const isShownThere = ['lobby', 'inbox', 'leaderboards'].includes(room) || isCommunities;
  const isRefusalShown = appProblem !== null && isAdmissionRefusal(appProblem) && (room === 'lobby' || isCommunities);
  const problem = (isRefusalShown ? null : appProblem) ?? unloaded ?? (isShownThere ? null : communityProblem);
  // ClockQuestion.tsx asks about the clock.
  if (!problem || problem.code === 'clock_skew' || dismissed === problem.code) return null;
  const { sentence, body } = problemText(problem);
  const isDown = problem === communityProblem && isAbsence(problem);
  return (
    <NoticeLine
      Icon={IconAlertTriangle}
      title={sentence}
      body={isDown ? t('unreachable_here') : body}
      action={
        !appProblem && (
          <Button size="sm" onClick={() => (unloaded ? loadAgain() : attempt(() => bridge.app.retry({})))}>
            {t('try_now')}
          </Button>
        )
      }
      onDismiss={() => setDismissed(problem.code)}
    >
      <CopyButton value={problem.code} />
    </NoticeLine>
  );
}
