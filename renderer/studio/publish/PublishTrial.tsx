import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type TrialOutcome, trialOutcomeOf } from '../../../shared/bridge/trials.ts';
import { AdversaryTrial } from '../trials/AdversaryTrial.tsx';
import { useTrials } from '../trials/queries.ts';
import styles from './Publish.module.css';

/** What the adversary says about exactly these files; null if there is no player code that it could try. */
export function useTrialOutcome(projectId: string, rulesHash: string | null): TrialOutcome | null {
  const { data } = useTrials(projectId);
  return rulesHash === null ? null : trialOutcomeOf(data?.adversary ?? null, rulesHash);
}

interface PublishTrialProps {
  projectId: string;
  rulesHash: string;
  outcome: TrialOutcome;
  /** The author wants to publish with this outcome. */
  accepted: boolean;
  /** The form was submitted without it. */
  missing: boolean;
  onAccept(accepted: boolean): void;
}

/** The adversary as a step of publishing: any other result than "nothing found" takes a deliberate yes. */
export function PublishTrial({ projectId, rulesHash, outcome, accepted, missing, onAccept }: PublishTrialProps) {
  const { t } = useTranslation('publishing');
  const { data } = useTrials(projectId);
  const missingId = useId();
  const run = data?.adversary?.rules_hash === rulesHash ? data.adversary : null;
  return (
    <section className="col" data-trial="adversary">
      <h3>{t('tried.title')}</h3>
      {run === null && <p>{t('tried.none')}</p>}
      <div className={`col ${styles.trial}`}>
        <AdversaryTrial projectId={projectId} version={null} rulesHash={rulesHash} run={run} />
      </div>
      {outcome !== 'nothing_found' && (
        <label className="row top">
          <input
            type="checkbox"
            className={styles.check}
            checked={accepted}
            aria-invalid={missing}
            aria-describedby={missing ? missingId : undefined}
            onChange={(event) => onAccept(event.currentTarget.checked)}
          />
          {t(`tried.yes.${outcome}`)}
        </label>
      )}
      {missing && (
        <p id={missingId} className="small bad">
          {t(outcome === 'untried' ? 'tried.missing.untried' : 'tried.missing.found')}
        </p>
      )}
    </section>
  );
}
