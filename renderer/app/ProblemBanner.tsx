import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { lostEvent } from '../bridge/lost-event.ts';
import { attempt } from '../core/attempt.ts';
import { useApp, useLive } from '../core/context.tsx';
import { roomOf } from '../core/rooms.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useProblemText } from '../ui/problem-text.ts';

/** A problem of the app, of loading what the window shows, or of the community, until it is dismissed or resolved. */
export function ProblemBanner() {
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
  // These rooms show an unreachable community themselves.
  const problem =
    appProblem ?? unloaded ?? (['lobby', 'inbox', 'leaderboards'].includes(roomOf(path)) ? null : communityProblem);
  // ClockQuestion.tsx asks about the clock.
  if (!problem || problem.code === 'clock_skew' || dismissed === problem.code) return null;
  const { sentence, body } = problemText(problem);
  return (
    <Banner role="alert">
      <IconAlertTriangle size={20} stroke={1.75} className="warn" aria-hidden="true" />
      <span className="grow">
        <b>{sentence}</b> {body}
      </span>
      <CopyButton value={problem.code} />
      {!appProblem && (
        <Button size="sm" onClick={() => (unloaded ? loadAgain() : attempt(() => bridge.app.retry({})))}>
          {t('try_now')}
        </Button>
      )}
      <Button size="sm" variant="quiet" iconOnly aria-label={t('dismiss')} onClick={() => setDismissed(problem.code)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </Banner>
  );
}
