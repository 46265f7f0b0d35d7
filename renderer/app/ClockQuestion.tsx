import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { attempt } from '../core/attempt.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import { NoticeLine } from './NoticeLine.tsx';

const minute = 60_000;
/** The largest unit of which there are at least two. */
const units = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

function formatDifference(language: string, ms: number): string {
  const [unit, length] = units.find(([, size]) => ms >= 2 * size) ?? units[2];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(ms / length));
}

/** Asks whose clock is right if the community's is too far from this computer's. Signed requests wait for the answer. */
export function ClockQuestion() {
  const { t, i18n } = useTranslation();
  const bridge = useBridge();
  const community = useCommunityName();
  const problem = useApp((app) => app.community.problem);
  const { busy, problem: failure, run } = useAction();
  const offset_ms = problem?.code === 'clock_skew' ? problem.detail?.offset_ms : null;
  if (typeof offset_ms !== 'number') return null;
  const difference = formatDifference(i18n.language, Math.abs(offset_ms));
  return (
    <NoticeLine
      Icon={IconClockExclamation}
      title={t('clock_question.title')}
      body={
        <>
          {t(offset_ms > 0 ? 'clock_question.ahead' : 'clock_question.behind', { community, difference })}
          <SentenceSpace />
          {t('clock_question.advice')}
        </>
      }
    >
      {failure && <ProblemLine problem={failure} />}
      <span className="row wrap">
        <Button size="sm" onClick={() => attempt(() => bridge.app.retry({}))}>
          {t('clock_question.try_again')}
        </Button>
        <Button
          size="sm"
          aria-disabled={busy || undefined}
          onClick={() => void run(() => bridge.community.accept_clock({ offset_ms }))}
        >
          {t('clock_question.accept')}
        </Button>
      </span>
    </NoticeLine>
  );
}
