import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import {
  isSpecNote,
  type PublicationView,
  type PublishConsent,
  type PublishGovernance,
  type TrialOutcome,
} from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../core/problem.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { GovernanceFields } from '../../protocols/page/GovernanceFields.tsx';
import { type GovernanceDraft, governanceDraftOf, readGovernance } from '../../protocols/page/governance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { ProblemRows } from './ProblemRows.tsx';
import styles from './Publish.module.css';
import { PublishTrial, useTrialOutcome } from './PublishTrial.tsx';
import { SimilarProtocols } from './SimilarProtocols.tsx';

interface PublishReviewProps {
  view: PublicationView;
  /** The files have changed since, and are read again. */
  isReading: boolean;
  busy: boolean;
  problem: Problem | null;
  onPublish(governance: PublishGovernance, consent: PublishConsent): void;
  onClose(): void;
}

/** Similar protocols, the governance that the author declares, and the files to be sent. */
export function PublishReview({ view, isReading, busy, problem, onPublish, onClose }: PublishReviewProps) {
  const { t } = useTranslation('publishing');
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const [draft, setDraft] = useState<GovernanceDraft>(() => ({
    ...governanceDraftOf({ governance: view.governance, community: null }),
    created_reason: view.governance.created_reason ?? '',
    deprecated_reason: view.governance.deprecated_reason ?? '',
  }));
  const { registered, comparison } = view;
  const isForeign = registered === 'foreign';
  const isBlocked = comparison?.status === 'blocked' && registered === null;
  const { governance, problems } = readDraft(draft, view.protocol_id ?? '');
  const notes = view.problems.filter(isSpecNote);
  const outcome = useTrialOutcome(view.publication_id, view.rules_hash);
  // A yes to one outcome is none to another.
  const [acceptedOutcome, setAcceptedOutcome] = useState<TrialOutcome | null>(null);
  const isTried = outcome === null || outcome === 'nothing_found' || acceptedOutcome === outcome;
  const submit = () => {
    setSubmitted(true);
    const { files_hash } = view;
    if (problems.size === 0 && isTried && files_hash !== null)
      onPublish(governance, { files_hash, trial: outcome, despite_comparison: isBlocked });
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form
      ref={form}
      className="col gap4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isReading && !isForeign) submit();
      }}
    >
      <SimilarProtocols view={view} />
      {!isForeign && (
        <>
          {notes.length > 0 && (
            <section className="col" data-notes="spec">
              <h3>{t('notes')}</h3>
              <ProblemRows problems={notes} />
            </section>
          )}
          <section className="col">
            <h3>{t('declared')}</h3>
            <div className={styles.fields}>
              <GovernanceFields
                draft={draft}
                problems={submitted ? problems : new Set()}
                choices={statusChoicesFor(view.governance.status)}
                onChange={setDraft}
              />
            </div>
          </section>
          {view.rules_hash !== null && outcome !== null && (
            <PublishTrial
              projectId={view.publication_id}
              rulesHash={view.rules_hash}
              outcome={outcome}
              accepted={acceptedOutcome === outcome}
              missing={submitted && !isTried}
              onAccept={(accepted) => setAcceptedOutcome(accepted ? outcome : null)}
            />
          )}
          <FilesToSend view={view} />
        </>
      )}
      <p className="small dim" role="status">
        {isReading && t('reading_again')}
      </p>
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        {isForeign ? (
          <Link className="end" href={protocolPath(view.protocol_id ?? '')}>
            {t('show')}
          </Link>
        ) : (
          <Button className="end" variant="primary" type="submit" disabled={busy || isReading}>
            {t(isBlocked ? 'anyway' : 'publish')}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

/** The statuses that a community accepts from here. Deprecation needs a reason and follows in OwnVersions.tsx. */
const statusChoicesFor = (status: GovernanceDraft['status']): GovernanceDraft['status'][] =>
  status === 'experimental' ? ['experimental', 'active'] : [...new Set(['active' as const, status])];

/** A protocol without a family is published without governance. */
function readDraft(draft: GovernanceDraft, protocol_id: string) {
  const { change, problems } = readGovernance(draft, protocol_id);
  const { family, status, parent_protocol_id = null, tags = [], capabilities = [] } = change;
  const { created_reason = null, deprecated_reason = null } = change;
  if (family === '') problems.delete('family');
  const governance: PublishGovernance = {
    family: family === '' ? null : family,
    ...{ status, parent_protocol_id, tags, capabilities, created_reason, deprecated_reason },
  };
  return { governance, problems };
}

function FilesToSend({ view: { files, problems } }: { view: PublicationView }) {
  const { t, i18n } = useTranslation('publishing');
  const size = formatBytes(
    i18n.language,
    files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
  );
  const hooksIncomplete = problems.some(({ kind }) => kind === 'hooks_missing' || kind === 'hooks_unfinished');
  return (
    <section className="col">
      <h3>{t('sent')}</h3>
      <ul>
        <li>{t('rules')}</li>
        <li>{files.length === 0 ? t('no_board') : t('board', { count: files.length, size })}</li>
        <li className="dim">{t(hooksIncomplete ? 'hooks_open' : 'hooks_stay')}</li>
      </ul>
    </section>
  );
}
