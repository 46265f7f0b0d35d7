import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { visible } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useEarlyPress } from '../core/early-press.ts';
import { setQuery } from '../core/hash-location.ts';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { textField } from '../ui/field-classes.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { Segments } from '../ui/Segments.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { HostAdvancedFields } from './HostAdvancedFields.tsx';
import {
  audiences,
  type HostFormValues,
  hasAdvancedProblem,
  initialValues,
  isValid,
  type Lifetime,
  lifetimes,
  messageLimit,
  readHostForm,
} from './host-request.ts';
import { OptionFields } from './OptionFields.tsx';
import { initialTexts, optionForm } from './option-form.ts';
import { PaceField } from './PaceField.tsx';
import { useChallengedName } from './use-challenged-name.ts';

const formId = 'host-form';

interface HostFormProps {
  protocol: HostableProtocol;
  /** Public key of the challenged player; null if the form asks who may join. */
  guest: string | null;
  onClose(): void;
}

/** The form for a new table. Every field has a default, so Enter opens the table at once. */
export function HostForm({ protocol, guest, onClose }: HostFormProps) {
  const { t } = useTranslation('hosting');
  const { t: tLobby } = useTranslation('lobby');
  const problemText = useProblemText();
  const bridge = useBridge();
  const queries = useQueryClient();
  const ready = useApp((app) => app.phase === 'ready');
  const community = useApp((app) => app.community);
  const communityName = useCommunityName();
  const name = useChallengedName(guest);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const form = optionForm(protocol.parameters);
  const [values, setValues] = useState<HostFormValues>(() =>
    initialValues(initialTexts(form), protocol.control_modes, guest),
  );
  const [submitted, setSubmitted] = useState(false);
  const [showAdvanced, setShowAdvanced] = useState(false);
  const { busy, problem, run, clearProblem } = useAction();
  const change = (changes: Partial<HostFormValues>) => setValues((previous) => ({ ...previous, ...changes }));
  const { problems, invite } = readHostForm(values, form, protocol, ownKey);
  const { max: messageMax, left: charactersLeft } = messageLimit(values.message, guest);
  const earlyPress = useEarlyPress({
    possible: ready && community.status === 'online' && !busy,
    refused: busy || !isValid(problems) || charactersLeft < 0,
    run: () => void host(),
  });
  const keyProblem = values.key !== '' || submitted ? problems.key : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setSubmitted(true);
    clearProblem();
    if (!isValid(problems) || charactersLeft < 0) {
      if (hasAdvancedProblem(problems)) setShowAdvanced(true);
      // After the render that marks the invalid fields.
      const formElement = event.currentTarget;
      setTimeout(() => formElement.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    earlyPress.press();
  };

  const host = async () => {
    const hosted = await run(async () => {
      const post_id = guest === null ? (await bridge.tables.host(invite)).post_id : await challenge(guest);
      setQuery({ host: null, for: null, mine: post_id }, { replace: true });
    });
    if (!hosted) void queries.invalidateQueries({ queryKey: ['hostable'] });
  };

  const challenge = async (for_public_key: string) => {
    const { hosted, unsent } = await bridge.tables.challenge({ ...invite, for_public_key });
    toast(unsent ? t('challenge_unsent', { name, why: problemText(unsent).sentence }) : t('challenge_sent', { name }));
    return hosted.post_id;
  };

  return (
    <Sheet
      title={visible(protocol.name)}
      note={
        <span className="row wrap">
          {guest !== null && <b>{t('challenge_title', { name })}</b>}
          {guest !== null && <LookAlike person={{ public_key: guest, nickname: name }} />}
          <TextButton className="row gap1" onClick={() => setQuery({ host: '' }, { replace: true })}>
            <IconArrowLeft size={15} stroke={1.75} aria-hidden="true" />
            {t('another')}
          </TextButton>
        </span>
      }
      onClose={onClose}
      foot={
        <>
          {problem && <ProblemLine problem={problem} />}
          <p className="small dim" role="status">
            {earlyPress.waiting ? (
              <>
                {tLobby(ready ? 'waiting.host_offline' : 'waiting.host')}{' '}
                <TextButton onClick={earlyPress.cancel}>{tLobby('waiting.cancel')}</TextButton>
              </>
            ) : !ready ? (
              t('not_registered')
            ) : (
              community.status !== 'online' && t('offline', { community: communityName })
            )}
          </p>
          <Button
            type="submit"
            form={formId}
            look="primary"
            size="big"
            className="end"
            aria-disabled={busy || earlyPress.waiting || undefined}
          >
            {busy ? t('opening') : t(guest === null ? 'open_table' : 'challenge_send')}
          </Button>
        </>
      }
    >
      <form id={formId} className="col gap4" onSubmit={submit} noValidate>
        {protocol.description !== '' &&
          (protocol.source === 'bundled' ? (
            <p className="dim small">{protocol.description}</p>
          ) : (
            <UntrustedText heading={t('rules_of')} text={protocol.description} />
          ))}
        <section className="col" aria-labelledby="host-options">
          <h3 id="host-options">{t('options.title')}</h3>
          {form.fields.length + form.others.length === 0 ? (
            <p className="small faint">{t('options.none')}</p>
          ) : (
            <OptionFields
              form={form}
              protocolId={protocol.protocol_id}
              texts={values.options}
              problems={problems.options}
              onChange={(name, text) => change({ options: { ...values.options, [name]: text } })}
            />
          )}
        </section>
        <PaceField protocol={protocol} value={values.pace} onChange={(pace) => change({ pace })} />
        <section className="col">
          <h3>{t('play_as')}</h3>
          <Segments
            label={t('play_as')}
            value={values.control_mode}
            onChange={(control_mode) => change({ control_mode })}
            options={protocol.control_modes.map((value) => ({ value, label: tLobby(`seat.${value}`) }))}
          />
          <p className="small faint">
            {protocol.control_modes.length === 1 ? t('by_hand_only') : t(`seat_note.${values.control_mode}`)}
          </p>
        </section>
        <section className="col">
          <h3>{t('who')}</h3>
          {guest === null ? (
            <>
              <Segments
                label={t('who')}
                value={values.audience}
                onChange={(audience) => change({ audience })}
                options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
              />
              <p className="small faint">{t(`audience_note.${values.audience}`, { community: communityName })}</p>
            </>
          ) : (
            <p className="small faint">{t('challenge_note', { name })}</p>
          )}
          {guest === null && values.audience === 'key' && (
            <Field label={t('key')} error={keyProblem && t(`key_${keyProblem}`)}>
              {(ids) => (
                <input
                  {...ids}
                  className={`${textField} mono`}
                  value={values.key}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => change({ key: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
          <Field
            label={t('words')}
            note={
              charactersLeft < 100
                ? t('words_left', { count: Math.max(0, charactersLeft) })
                : t(guest === null ? 'words_note' : 'challenge_words')
            }
            error={charactersLeft < 0 ? t('words_too_long', { max: messageMax }) : null}
          >
            {(ids) => (
              <textarea
                {...ids}
                className={textField}
                dir="auto"
                rows={2}
                value={values.message}
                onChange={(event) => change({ message: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('life')}>
            {(ids) => (
              <select
                {...ids}
                className={textField}
                value={values.life}
                onChange={(event) => change({ life: event.currentTarget.value as Lifetime })}
              >
                {(Object.keys(lifetimes) as Lifetime[]).map((value) => (
                  <option key={value} value={value}>
                    {t(`lives.${value}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </section>
        <section className="col">
          <TextButton aria-expanded={showAdvanced} onClick={() => setShowAdvanced(!showAdvanced)} className="start">
            {t(showAdvanced ? 'less' : 'more')}
          </TextButton>
          {showAdvanced && (
            <HostAdvancedFields values={values} problems={problems} protocol={protocol} onChange={change} />
          )}
        </section>
      </form>
    </Sheet>
  );
}
