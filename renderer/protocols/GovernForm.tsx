import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { asProblem } from '../app/problem.ts';
import { Field } from '../hosting/Field.tsx';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Segments } from '../look/Segments.tsx';
import { useGovern } from './asking.ts';
import { statuses } from './filter.ts';
import { type GovernDraft, readGovern, startGovern } from './govern.ts';
import styles from './Protocol.module.css';

/** What the keeper of a protocol says of it to the community. */
export function GovernForm({ page, onDone }: { page: ProtocolPage; onDone(): void }) {
  const { t } = useTranslation('protocols');
  const govern = useGovern();
  const [draft, setDraft] = useState(() => startGovern(page));
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const { change, problems } = readGovern(draft, page.protocol_id);
  const text = (name: Exclude<keyof GovernDraft, 'status'>, lines = 1) => (
    <Field
      label={t(`govern.${name}`)}
      note={t(`govern_note.${name}`)}
      error={tried && problems.has(name) ? t(`govern_wrong.${name}`, { max: limits.status_reason_characters }) : null}
    >
      {(ids) =>
        lines > 1 ? (
          <textarea
            {...ids}
            className={styles.input}
            rows={lines}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        ) : (
          <input
            {...ids}
            className={styles.input}
            autoComplete="off"
            spellCheck={false}
            value={draft[name]}
            onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
          />
        )
      }
    </Field>
  );
  const save = () => {
    setTried(true);
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
      <div className="col">
        <span className="small dim">{t('governance.status')}</span>
        <Segments
          label={t('governance.status')}
          value={draft.status}
          options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(status) => setDraft({ ...draft, status })}
        />
        <span className="small faint">{t(`status_means.${draft.status}`)}</span>
      </div>
      {text('family')}
      {text('parent')}
      {text('tags')}
      {text('capabilities')}
      {text('created_reason', 2)}
      {draft.status === 'deprecated' && text('deprecated_reason', 2)}
      {govern.error && <ProblemLine problem={asProblem(govern.error)} />}
      <div className="row">
        <Button onClick={onDone}>{t('cancel')}</Button>
        <Button type="submit" look="primary" disabled={govern.isPending}>
          {t('governance.save')}
        </Button>
      </div>
    </form>
  );
}
