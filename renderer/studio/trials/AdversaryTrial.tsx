import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdversaryRun } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { AdversaryReport } from './AdversaryReport.tsx';
import { TrialProgress } from './TrialProgress.tsx';

interface AdversaryTrialProps {
  projectId: string;
  /** Of the saved files; null if lines can't be shown. */
  version: number | null;
  rulesHash: string | null;
  run: AdversaryRun | null;
}

/** Starts the adversary, and shows what it found. */
export function AdversaryTrial({ projectId, version, rulesHash, run }: AdversaryTrialProps) {
  const { t } = useTranslation('studio');
  const bridge = useBridge();
  const start = useMutation({ mutationFn: () => bridge.studio.start_adversary({ project_id: projectId }) });
  const isReady = rulesHash !== null && !start.isPending && run?.state !== 'running';
  return (
    <>
      {run?.state !== 'running' && (
        <Button aria-disabled={!isReady} onClick={() => isReady && start.mutate()}>
          {t('trial.adversary.start')}
        </Button>
      )}
      {start.error && <ProblemLine problem={asProblem(start.error)} />}
      {run && <TrialProgress projectId={projectId} kind="adversary" run={run} rulesHash={rulesHash} />}
      {run?.report && (
        <AdversaryReport
          projectId={projectId}
          version={run.rules_hash === rulesHash ? version : null}
          {...run.report}
        />
      )}
    </>
  );
}
