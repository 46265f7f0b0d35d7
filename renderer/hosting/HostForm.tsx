import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { HostableProtocol } from '../../shared/bridge/contract.ts';
import { isRated } from '../../shared/community/rating.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import { useEarlyPress } from '../core/early-press.ts';
import { setQuery } from '../core/hash-location.ts';
import { usePointsCap } from '../core/points-cap.ts';
import { protocolPath } from '../core/protocol-paths.ts';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { LookAlike } from '../trust/LookAlike.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { textFieldClass } from '../ui/field-classes.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { useCommunityTrouble } from '../ui/problem-text.ts';
import { Segments } from '../ui/Segments.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import { UntrustedText } from '../ui/UntrustedText.tsx';
import { CappedNote } from './CappedNote.tsx';
import { DeprecationNotice } from './DeprecationNotice.tsx';
import { HostAdvancedFields } from './HostAdvancedFields.tsx';
import {
  audiences,
  formValuesFor,
  type HostFormChoices,
  type HostFormValues,
  hasAdvancedProblem,
  isValid,
  type Lifetime,
  lifetimes,
  measureMessage,
  readHostForm,
} from './host-request.ts';
import { OptionFields } from './OptionFields.tsx';
import { createOptionForm, initialTexts } from './option-form.ts';
import { PaceField } from './PaceField.tsx';
import { PointsField } from './PointsField.tsx';
import { useChallengedName } from './use-challenged-name.ts';

const formId = 'host-form';

interface HostFormProps {
  protocol: HostableProtocol;
  /** Public key of the challenged player; null if the form asks who may join. */
  guestKey: string | null;
  /** What was chosen in this form for another game. */
  chosen: HostFormChoices;
  onChoose(chosen: HostFormChoices): void;
  onClose(): void;
}

/** The form for a new table. Every field has a default, so Enter opens the table at once. */
export function HostForm({ protocol, guestKey, chosen, onChoose, onClose }: HostFormProps) {
  const { t } = useTranslation('hosting');
  const { t: tLobby } = useTranslation('lobby');
  const isChat = protocol.type === 'chat' && protocol.mode === 'free';
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const ready = useApp((app) => app.phase === 'ready');
  const community = useApp((app) => app.community);
  const communityName = useCommunityName();
  const trouble = useCommunityTrouble();
  const name = useChallengedName(guestKey);
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const form = createOptionForm(protocol.parameters);
  const hasNoOptions = form.fields.length + form.otherNames.length === 0;
  const [values, setValues] = useState<HostFormValues>(() =>
    formValuesFor(protocol, initialTexts(form), guestKey, chosen),
  );
  const [submitted, setSubmitted] = useState(false);
  const [showAdvanced, setShowAdvanced] = useState(false);
  const { busy, problem, run, clearProblem } = useAction();
  const changeValues = (changes: Partial<HostFormValues>) => {
    const { options, ...others } = changes;
    setValues((previous) => ({ ...previous, ...changes }));
    onChoose({
      values: { ...chosen.values, ...others },
      options: options ? { ...chosen.options, [protocol.protocol_id]: options } : chosen.options,
    });
  };
  const { problems, request } = readHostForm(values, form, protocol, ownKey);
  const { max: messageMax, remaining: remainingCharacters } = measureMessage(values.message, guestKey);
  const earlyPress = useEarlyPress({
    canRun: ready && community.status === 'online' && !busy,
    isRefused: busy || !isValid(problems) || remainingCharacters < 0,
    run: () => void hostTable(),
  });
  const opponentKey = problems.key === null ? (request.for_public_key ?? null) : null;
  const isCapped = usePointsCap(opponentKey) !== null;
  const listedNote = isChat ? 'words_note_chat' : 'words_note';
  const ownNote = values.audience === 'listed' ? listedNote : 'words_note_unlisted';
  const wordsNote = guestKey === null ? ownNote : 'challenge_words';
  const keyProblem = values.key !== '' || submitted ? problems.key : null;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setSubmitted(true);
    clearProblem();
    if (!isValid(problems) || remainingCharacters < 0) {
      if (hasAdvancedProblem(problems)) setShowAdvanced(true);
      // After the render that marks the invalid fields.
      const formElement = event.currentTarget;
      setTimeout(() => formElement.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    earlyPress.press();
  };

  const hostTable = async () => {
    const succeeded = await run(async () => {
      const post_id = guestKey === null ? (await bridge.tables.host(request)).post_id : await sendChallenge(guestKey);
      setQuery({ host: null, for: null, mine: post_id }, { replace: true });
    });
    if (!succeeded) void queryClient.invalidateQueries({ queryKey: ['hostable'] });
  };

  const sendChallenge = async (for_public_key: string) => {
    const { hosted, unsent } = await bridge.tables.challenge({ ...request, for_public_key });
    // The sheet of the table says why.
    if (!unsent) toast(t(isChat ? 'invite_sent' : 'challenge_sent', { name }));
    return hosted.post_id;
  };

  return (
    <Sheet
      title={escapeInvisible(protocol.name)}
      note={
        <span className="row wrap">
          {guestKey !== null && <b>{t(isChat ? 'invite_title' : 'challenge_title', { name })}</b>}
          {guestKey !== null && <LookAlike person={{ public_key: guestKey, nickname: name }} />}
          <TextButton className="row gap1" onClick={() => setQuery({ host: '' }, { replace: true })}>
            <IconArrowLeft size={15} stroke={1.75} aria-hidden="true" />
            {t(isChat ? 'another_chat' : 'another')}
          </TextButton>
        </span>
      }
      onClose={onClose}
      footer={
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
              community.status !== 'online' && (trouble?.sentence ?? t('offline', { community: communityName }))
            )}
          </p>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            size="lg"
            className="end"
            aria-disabled={busy || earlyPress.waiting || undefined}
          >
            {busy ? t('opening') : t(guestKey === null ? 'open_table' : isChat ? 'invite_send' : 'challenge_send')}
          </Button>
        </>
      }
    >
      <form id={formId} className="col gap4" onSubmit={submit} noValidate>
        {protocol.source !== 'bundled' && (
          <DeprecationNotice
            protocolId={protocol.protocol_id}
            onShow={({ protocol_id, here }) =>
              here ? setQuery({ host: protocol_id }, { replace: true }) : navigate(protocolPath(protocol_id))
            }
          />
        )}
        {protocol.description !== '' &&
          (protocol.source === 'bundled' ? (
            <p className="dim small">{protocol.description}</p>
          ) : (
            <UntrustedText heading={t('rules_of')} text={protocol.description} />
          ))}
        <CappedNote publicKey={opponentKey} family={values.rated ? protocol.family : null} />
        {!(isChat && hasNoOptions) && (
          <section className="col" aria-labelledby="host-options">
            <h3 id="host-options">{t('options.title')}</h3>
            {hasNoOptions ? (
              <p className="small faint">{t('options.none')}</p>
            ) : (
              <OptionFields
                form={form}
                protocolId={protocol.protocol_id}
                texts={values.options}
                problems={problems.options}
                onChange={(name, text) => changeValues({ options: { ...values.options, [name]: text } })}
              />
            )}
          </section>
        )}
        {!isChat && <PaceField protocol={protocol} value={values.pace} onChange={(pace) => changeValues({ pace })} />}
        <section className="col">
          <h3>{t(isChat ? 'talk_as' : 'play_as')}</h3>
          <Segments
            label={t(isChat ? 'talk_as' : 'play_as')}
            value={values.control_mode}
            onChange={(control_mode) => changeValues({ control_mode })}
            options={protocol.control_modes.map((value) => ({ value, label: tLobby(`seat.${value}`) }))}
          />
          <p className="small faint">
            {protocol.control_modes.length === 1
              ? t(isChat ? 'by_hand_only_chat' : 'by_hand_only')
              : isChat
                ? t(`seat_note_chat.${values.control_mode}`)
                : t(`seat_note.${values.control_mode}`)}
          </p>
          {protocol.mode === 'session_loop' && (
            <p className="small faint" data-note="begins">
              {t(guestKey === null ? 'begins' : 'begins_named', { name })}
            </p>
          )}
        </section>
        {isRated(protocol.family) && (
          <PointsField rated={values.rated} isCapped={isCapped} onChange={(rated) => changeValues({ rated })} />
        )}
        <section className="col">
          <h3>{t('who')}</h3>
          {guestKey === null ? (
            <>
              <Segments
                label={t('who')}
                value={values.audience}
                onChange={(audience) => changeValues({ audience })}
                options={audiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
              />
              <p className="small faint">{t(`audience_note.${values.audience}`, { community: communityName })}</p>
            </>
          ) : (
            <p className="small faint">{t('challenge_note', { name })}</p>
          )}
          {guestKey === null && values.audience === 'key' && (
            <Field label={t('key')} error={keyProblem && t(`key_${keyProblem}`)}>
              {(ids) => (
                <input
                  {...ids}
                  className={`${textFieldClass} mono`}
                  value={values.key}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => changeValues({ key: event.currentTarget.value })}
                />
              )}
            </Field>
          )}
          <Field
            label={t('words')}
            note={
              remainingCharacters < 100 ? t('words_left', { count: Math.max(0, remainingCharacters) }) : t(wordsNote)
            }
            error={remainingCharacters < 0 ? t('words_too_long', { max: messageMax }) : null}
          >
            {(ids) => (
              <textarea
                {...ids}
                className={textFieldClass}
                dir="auto"
                rows={2}
                value={values.message}
                onChange={(event) => changeValues({ message: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('life')}>
            {(ids) => (
              <select
                {...ids}
                className={textFieldClass}
                value={values.lifetime}
                onChange={(event) => changeValues({ lifetime: event.currentTarget.value as Lifetime })}
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
            <HostAdvancedFields values={values} problems={problems} protocol={protocol} onChange={changeValues} />
          )}
        </section>
      </form>
    </Sheet>
  );
}
