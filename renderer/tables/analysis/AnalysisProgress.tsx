import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import type { ActionState } from '../../core/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';

/** How far the analysis is, with the button that stops or continues it; nothing once it is complete. */
export function AnalysisProgress({ analysis, action }: { analysis: Analysis; action: ActionState }) {
  const { t } = useTranslation('analysis');
  const bridge = useBridge();
  const { table_id, state, done, total, left_ms, problem } = analysis;
  if (state === 'done') return action.problem && <ProblemLine problem={action.problem} />;
  const timeText = (ms: number) => {
    const seconds = Math.max(1, Math.round(ms / 1000));
    return seconds < 90 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) });
  };
  const text = () => {
    if (state === 'running')
      return left_ms === null ? t('starting') : t('progress', { done, total, time: timeText(left_ms) });
    if (state === 'waiting') return total === 0 ? t('waiting_first') : t('waiting', { done, total });
    if (state === 'failed') return t('failed');
    return total === 0 ? t('starting') : t('stopped', { done, total });
  };
  const isActive = state === 'running' || state === 'waiting';
  const toggle = () =>
    action.run(() => (isActive ? bridge.analysis.stop({ table_id }) : bridge.analysis.start({ table_id })));
  return (
    <div className="col gap1">
      <div className="row">
        <p className="small dim grow" data-testid="analysis-progress">
          {text()}
        </p>
        {state !== 'none' && (
          <Button
            size="sm"
            data-action={isActive ? 'stop' : 'continue'}
            disabled={action.busy}
            onClick={() => void toggle()}
          >
            {t(isActive ? 'stop' : state === 'failed' ? 'again' : 'continue')}
          </Button>
        )}
      </div>
      {(action.problem ?? problem) && <ProblemLine problem={(action.problem ?? problem)!} />}
    </div>
  );
}
