import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachable } from '../../shared/bridge/contract.ts';
import { shortHash } from '../ui/format.ts';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import styles from './ReportDialog.module.css';

interface Attach {
  words: boolean;
  sealed: boolean;
}

interface ReportAttachmentsProps {
  /** Null while it is looked up. */
  attachable: Attachable | null;
  /** Of the person, isolated. */
  name: string;
  attach: Attach;
  onChange(attach: Attach): void;
}

/** What goes along with a report; of a message only what is ticked. */
export function ReportAttachments({ attachable, name, attach, onChange }: ReportAttachmentsProps) {
  const { t } = useTranslation('complaint');
  return (
    <fieldset className="col">
      <legend className={`small strong dim ${styles.legend}`}>{t('attached.title')}</legend>
      {attachable === null ? (
        <p className="small faint" role="status">
          {t('attached.loading')}
        </p>
      ) : (
        <ul className="col">
          <li>{t('attached.person', { name })}</li>
          {attachable.kind === 'message' && (
            <MessageParts message={attachable} name={name} attach={attach} onChange={onChange} />
          )}
          {attachable.kind === 'table' && (
            <>
              <li>
                {attachable.record_id === null
                  ? t('attached.no_record')
                  : t('attached.record', { id: shortHash(attachable.record_id) })}
              </li>
              <li className={styles.link}>{t('attached.link', { link: attachable.link })}</li>
            </>
          )}
        </ul>
      )}
    </fieldset>
  );
}

interface MessagePartsProps extends Omit<ReportAttachmentsProps, 'attachable'> {
  message: Extract<Attachable, { kind: 'message' }>;
}

function MessageParts({ message: { words, signed, sealed_bytes }, name, attach, onChange }: MessagePartsProps) {
  const { t } = useTranslation('complaint');
  return (
    <>
      <li className="col gap1">
        <Tick on={attach.words} onChange={(on) => onChange({ ...attach, words: on })}>
          {t(signed ? 'attached.words_signed' : 'attached.words_unsigned', { name })}
        </Tick>
        <UntrustedText heading={t('wrote', { name })} text={words} />
      </li>
      {sealed_bytes !== null && (
        <li>
          <Tick on={attach.sealed} onChange={(on) => onChange({ ...attach, sealed: on })}>
            {t('attached.sealed', { bytes: sealed_bytes })}
          </Tick>
        </li>
      )}
    </>
  );
}

const Tick = ({ on, onChange, children }: { on: boolean; onChange(on: boolean): void; children: ReactNode }) => (
  <label className="row top">
    <input
      type="checkbox"
      className={styles.check}
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);
