import { IconArrowLeft, IconBan } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { limits } from '../../shared/community/limits.ts';
import { setQuery } from '../app/address.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { visible } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Segments } from '../look/Segments.tsx';
import { Sheet } from '../look/Sheet.tsx';
import { Slip } from '../look/Slip.tsx';
import { TextButton } from '../look/TextButton.tsx';
import { Field } from './Field.tsx';
import styles from './Hosting.module.css';
import { HostMore } from './HostMore.tsx';
import { OptionFields } from './OptionFields.tsx';
import { optionForm, startOfForm } from './options.ts';
import { audiences, type Draft, emptyDraft, isFine, type Life, lives, moreIsWrong, readDraft } from './wish.ts';

const formId = 'host-form';

/** Everything about a new table but its game; complete as it opens, so that Enter opens the table. */
export function HostForm({ protocol, onClose }: { protocol: HostableProtocol; onClose(): void }) {
  const { t } = useTranslation('hosting');
  const { t: lobby } = useTranslation('lobby');
  const words = useProblemWords();
  const bridge = useBridge();
  const queries = useQueryClient();
  const ready = useApp((app) => app.phase === 'ready');
  const community = useApp((app) => app.community);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const form = optionForm(protocol.parameters);
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(startOfForm(form), protocol.control_modes));
  const [tried, setTried] = useState(false);
  const [more, setMore] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }));
  const { problems, invite } = readDraft(draft, form, protocol, ownKey);
  const open = ready && community.status === 'online' && !busy;
  const left = limits.invitation_message_characters - draft.message.length;
  const keyProblem = draft.key !== '' || tried ? problems.key : null;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!open) return;
    setTried(true);
    setProblem(null);
    if (!isFine(problems)) {
      if (moreIsWrong(problems)) setMore(true);
      const place = event.currentTarget;
      setTimeout(() => place.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      const { post_id } = await bridge.tables.host(invite);
      setQuery({ host: null, mine: post_id }, { replace: true });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['hostable'] });
    }
  };

  return (
    <Sheet
      title={visible(protocol.name)}
      note={
        <TextButton onClick={() => setQuery({ host: '' }, { replace: true })}>
          <IconArrowLeft size={15} stroke={1.75} aria-hidden="true" style={{ display: 'inline' }} /> {t('another')}
        </TextButton>
      }
      onClose={onClose}
      foot={
        <>
          {problem && (
            <p className={`${styles.why} small bad`} role="alert">
              <IconBan size={17} stroke={1.75} aria-hidden="true" />
              <span className="grow">
                <b>{words(problem).told}</b> {words(problem).body}
              </span>
              <CopyButton value={problem.code} />
            </p>
          )}
          {!ready && <p className="small dim">{t('not_seated')}</p>}
          {ready && community.status !== 'online' && (
            <p className="small dim">{t('offline', { community: community.name })}</p>
          )}
          <Button
            type="submit"
            form={formId}
            look="primary"
            size="big"
            className="end"
            aria-disabled={!open || undefined}
          >
            {busy ? t('opening') : t('open_table')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {protocol.description !== '' &&
          (protocol.source === 'bundled' ? (
            <p className="dim small">{protocol.description}</p>
          ) : (
            <Slip heading={t('rules_of')} text={protocol.description} />
          ))}
        <section className={styles.section} aria-labelledby="host-options">
          <h3 id="host-options">{t('options.title')}</h3>
          {form.fields.length + form.others.length === 0 ? (
            <p className="small faint">{t('options.none')}</p>
          ) : (
            <OptionFields
              form={form}
              texts={draft.options}
              problems={problems.options}
              onChange={(name, text) => change({ options: { ...draft.options, [name]: text } })}
            />
          )}
        </section>
        <section className={styles.section}>
          <h3>{t('play_as')}</h3>
          <Segments
            label={t('play_as')}
            value={draft.control_mode}
            onChange={(control_mode) => change({ control_mode })}
            options={protocol.control_modes.map((value) => ({ value, label: lobby(`seat.${value}`) }))}
          />
          <p className="small faint">
            {protocol.control_modes.length === 1
              ? t('by_hand_only')
              : t(`seat_note.${draft.control_mode}`, { seconds: protocol.decision_seconds })}
          </p>
        </section>
        <section className={styles.section}>
          <h3>{t('who')}</h3>
          <Segments
            label={t('who')}
            value={draft.audience}
            onChange={(audience) => change({ audience })}
            options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
          />
          <p className="small faint">{t(`audience_note.${draft.audience}`, { community: community.name })}</p>
          {draft.audience === 'key' && (
            <Field label={t('key')} error={keyProblem && t(`key_${keyProblem}`)}>
              {(ids) => (
                <input
                  {...ids}
                  className={`${styles.input} mono`}
                  value={draft.key}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => change({ key: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
          <Field
            label={t('words')}
            note={left < 100 ? t('words_left', { count: Math.max(0, left) }) : t('words_note')}
            error={problems.message ? t('words_too_long', { max: limits.invitation_message_characters }) : null}
          >
            {(ids) => (
              <textarea
                {...ids}
                className={styles.input}
                dir="auto"
                rows={2}
                value={draft.message}
                onChange={(event) => change({ message: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('life')}>
            {(ids) => (
              <select
                {...ids}
                className={styles.input}
                value={draft.life}
                onChange={(event) => change({ life: event.currentTarget.value as Life })}
              >
                {(Object.keys(lives) as Life[]).map((value) => (
                  <option key={value} value={value}>
                    {t(`lives.${value}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </section>
        <section className={styles.section}>
          <TextButton aria-expanded={more} onClick={() => setMore(!more)} style={{ alignSelf: 'flex-start' }}>
            {t(more ? 'less' : 'more')}
          </TextButton>
          {more && <HostMore draft={draft} problems={problems} protocol={protocol} onChange={change} />}
        </section>
      </form>
    </Sheet>
  );
}
