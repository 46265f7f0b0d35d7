import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { useGovern } from '../queries.ts';
import { GovernanceFields } from './GovernanceFields.tsx';
import styles from './GovernForm.module.css';
import { governanceDraftOf, readGovernance } from './governance-form.ts';

/** Edits the governance data of a protocol. */
export function GovernForm({ page, onDone }: { page: ProtocolPage; onDone(): void }) {
  const { t } = useTranslation('protocols');
  const govern = useGovern();
  const [draft, setDraft] = useState(() => governanceDraftOf(page));
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const { change, problems } = readGovernance(draft, page.protocol_id);
  const save = () => {
    setSubmitted(true);
    // The invalid fields are marked after the next frame.
    if (problems.size === 0) govern.mutate(change, { onSuccess: onDone });
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <GovernanceFields draft={draft} problems={submitted ? problems : new Set()} onChange={setDraft} />
      {govern.error && <ProblemLine problem={asProblem(govern.error)} />}
      <div className="row">
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" disabled={govern.isPending}>
          {t('governance.save')}
        </Button>
      </div>
    </form>
  );
}
