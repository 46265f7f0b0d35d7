import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  PublicationView,
  PublishConsent,
  PublishGovernance,
  StudioProject,
} from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { asProblem } from '../../core/problem.ts';
import { useInstallPassphrase } from '../../identity/use-install-passphrase.tsx';
import { Button } from '../../ui/Button.tsx';
import { TitledDialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { FilesToFix } from './FilesToFix.tsx';
import { PublishResult } from './PublishResult.tsx';
import { PublishReview } from './PublishReview.tsx';
import { PublishSteps } from './PublishSteps.tsx';
import { useCancel, usePublication, usePublish } from './queries.ts';
import { StoppedNotice } from './StoppedNotice.tsx';

interface PublishDialogProps {
  project: StudioProject;
  onClose(): void;
}

/** Publishes a project: similar protocols, the governance to declare, the progress of each step, and the result. */
export function PublishDialog({ project, onClose }: PublishDialogProps) {
  const { t } = useTranslation('publishing');
  const { data, error, refetch, isFetching } = usePublication(project.project_id, project.version);
  return (
    <TitledDialog title={t('title', { name: isolatedName(project.name) })} size={680} onClose={onClose}>
      {error ? (
        <>
          <ProblemLine problem={asProblem(error)} />
          <DialogActions>
            <Button onClick={onClose}>{t('close')}</Button>
            <Button className="end" variant="primary" onClick={() => void refetch()}>
              {t('again')}
            </Button>
          </DialogActions>
        </>
      ) : data && (data.state === 'review' || !isFetching) ? (
        <Publication view={data} isReading={isFetching} onRetry={() => void refetch()} onClose={onClose} />
      ) : (
        <Preparing />
      )}
    </TitledDialog>
  );
}

function Preparing() {
  const { t } = useTranslation('publishing');
  const community = useCommunityName();
  return (
    <>
      <p className="dim" role="status">
        {t('preparing', { community })}
      </p>
      <SkeletonRows rows={3} />
    </>
  );
}

interface PublicationProps {
  view: PublicationView;
  /** The files have changed, and are read again. */
  isReading: boolean;
  /** Reads, checks and compares the files again. */
  onRetry(): void;
  onClose(): void;
}

function Publication({ view, isReading, onRetry, onClose }: PublicationProps) {
  const { t } = useTranslation('publishing');
  const publish = usePublish(view.publication_id);
  const cancel = useCancel(view.publication_id);
  const { install, dialog } = useInstallPassphrase();
  const [agreed, setAgreed] = useState<{ governance: PublishGovernance; consent: PublishConsent } | null>(null);
  const startPublishing = (governance: PublishGovernance, consent: PublishConsent) => {
    setAgreed({ governance, consent });
    // A publication ends with storing the hooks, so it counts as installing player code.
    install((passphrase) => publish.mutateAsync({ governance, consent, passphrase }));
  };
  if (view.state === 'review') {
    return (
      <>
        <PublishReview
          view={view}
          isReading={isReading}
          busy={publish.isPending}
          problem={publish.error && asProblem(publish.error)}
          onPublish={startPublishing}
          onClose={onClose}
        />
        {dialog}
      </>
    );
  }
  if (view.state === 'published') return <PublishResult view={view} onClose={onClose} />;
  const failedStep = view.steps.find(({ state }) => state === 'failed')?.step;
  const failedEarly = failedStep === 'check' || failedStep === 'compare';
  return (
    <>
      <div className="col">
        {view.state === 'stopped' && failedStep === 'check' && <FilesToFix problems={view.problems} />}
        {view.problem && failedStep !== 'check' && <StoppedNotice problem={view.problem} step={failedStep ?? null} />}
        {failedStep !== 'check' && <PublishSteps view={view} />}
        {publish.error && <ProblemLine problem={asProblem(publish.error)} />}
        {cancel.error && <ProblemLine problem={asProblem(cancel.error)} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        {view.state === 'working' ? (
          <Button className="end" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('cancel')}
          </Button>
        ) : (
          <Button
            className="end"
            variant="primary"
            // What was agreed to before the dialog was closed is asked for again.
            onClick={() =>
              failedEarly || agreed === null ? onRetry() : startPublishing(agreed.governance, agreed.consent)
            }
          >
            {t(failedEarly ? 'again' : 'resume')}
          </Button>
        )}
      </DialogActions>
      {dialog}
    </>
  );
}
