import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComplaintSubject } from '../../shared/bridge/contract.ts';
import type { ComplaintReason } from '../../shared/community/complaint-reasons.ts';
import { limits } from '../../shared/community/limits.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useBridge, useContactName } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { TitledDialog } from '../ui/Dialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { Field } from '../ui/Field.tsx';
import { textFieldClass } from '../ui/field-classes.ts';
import { shortHash } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { BlockEffects } from './BlockEffects.tsx';
import { useContacts } from './contacts.ts';
import { ReasonChoice } from './ReasonChoice.tsx';
import { ReportAttachments } from './ReportAttachments.tsx';
import styles from './ReportDialog.module.css';

export interface ReportDialogProps {
  publicKey: string;
  /** Untrusted. Empty while it is unknown. */
  name: string;
  about: ComplaintSubject;
  onClose(): void;
}

/** Reports a person to the operators of the community; shows what goes along before it is sent. */
export function ReportDialog({ publicKey, name, about, onClose }: ReportDialogProps) {
  const { t } = useTranslation('complaint');
  const bridge = useBridge();
  const community = useCommunityName();
  const shownName = isolatedName(name || shortHash(publicKey));
  const isBlocked = useContactName(publicKey)?.blocked ?? false;
  const { block } = useContacts();
  const { busy, problem, run } = useAction();
  const [reason, setReason] = useState<ComplaintReason | null>(null);
  const [words, setWords] = useState('');
  const [attach, setAttach] = useState({ words: true, sealed: true });
  const [alsoBlock, setAlsoBlock] = useState(false);
  const { checked, check } = useFormCheck();
  /** Nothing but words says what "something else" is. */
  const lacksWords = reason === 'other' && words.trim() === '';
  const formId = useId();
  const { data: attachable, error } = useQuery({
    queryKey: ['complaint', about],
    gcTime: 0,
    queryFn: () => bridge.complaints.attachable({ about }),
  });

  async function send(form: HTMLElement): Promise<void> {
    if (!check(form, reason !== null && !lacksWords) || reason === null) return;
    const isSent = await run(async () => {
      const { repeated } = await bridge.complaints.send({ about, public_key: publicKey, reason, words, attach });
      toast(t(repeated ? 'repeated' : 'sent', { community }));
    });
    if (!isSent) return;
    onClose();
    if (alsoBlock) await block({ public_key: publicKey, name });
  }

  return (
    <TitledDialog title={t('title', { name: shownName })} size={680} onClose={onClose}>
      <p className="dim">{t('to', { community, name: shownName })}</p>
      <form
        id={formId}
        className={styles.parts}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <ReasonChoice value={reason} missing={checked && reason === null} onChange={setReason} />
        <div className="col gap4">
          {error ? (
            <ProblemLine problem={asProblem(error)} />
          ) : (
            <ReportAttachments attachable={attachable ?? null} name={shownName} attach={attach} onChange={setAttach} />
          )}
          <Field
            label={t('words')}
            note={t('left', { count: limits.complaint_characters - words.length })}
            error={checked && lacksWords ? t('say') : null}
            className={styles.words}
          >
            {(ids) => (
              <textarea
                {...ids}
                className={textFieldClass}
                rows={4}
                maxLength={limits.complaint_characters}
                value={words}
                onChange={(event) => setWords(event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
      </form>
      {alsoBlock && <BlockEffects person={{ public_key: publicKey, name }} />}
      {problem && <ProblemLine problem={problem} />}
      <DialogActions>
        {!isBlocked && (
          <label className="row">
            <input
              type="checkbox"
              className={styles.check}
              checked={alsoBlock}
              onChange={(event) => setAlsoBlock(event.currentTarget.checked)}
            />
            {t('block', { name: shownName })}
          </label>
        )}
        <span className="row end">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            aria-disabled={busy || attachable === undefined || undefined}
          >
            {t('send')}
          </Button>
        </span>
      </DialogActions>
    </TitledDialog>
  );
}
