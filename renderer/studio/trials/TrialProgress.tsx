import { useTranslation } from 'react-i18next';
import type { AdversaryRun, SimulationRun, TrialKind } from '../../../shared/bridge/contract.ts';
import { attempt } from '../../core/attempt.ts';
import { useBridge } from '../../core/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './Trials.module.css';

interface TrialProgressProps {
  projectId: string;
  kind: TrialKind;
  run: AdversaryRun | SimulationRun;
  /** Of the saved files. */
  rulesHash: string | null;
}

/** How far a trial is, why it ended early, and whether the files have changed since. */
export function TrialProgress({ projectId, kind, run, rulesHash }: TrialProgressProps) {
  const { t, i18n } = useTranslation('studio');
  const bridge = useBridge();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(run.progress);
  return (
    <>
      {run.state === 'running' && (
        <div className="row">
          <progress className={styles.bar} value={run.progress} max={1} aria-label={t(`trial.${kind}.progress`)} />
          <span className={`small dim ${styles.amount}`}>{t('trial.running', { percent })}</span>
          <Button
            size="sm"
            onClick={() => attempt(() => bridge.studio.stop_trial({ project_id: projectId, trial: kind }))}
          >
            {t('trial.stop')}
          </Button>
        </div>
      )}
      <p className="small" role="status">
        {run.state === 'stopped' && t('trial.stopped')} {run.rules_hash !== rulesHash && t('trial.outdated')}
      </p>
      {run.problem && <ProblemLine problem={run.problem} />}
    </>
  );
}
