import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { messageMaxCharacters } from '../../shared/inbox/size.ts';
import { characterCount } from '../../shared/json/utf8.ts';
import { isolatedName } from '../../shared/peer-text.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp, useBridge } from '../core/context.tsx';
import type { Problem } from '../core/problem.ts';
import { shortcuts, useShortcuts } from '../core/shortcuts.ts';
import { useAction } from '../core/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { useProblemText, useStillHolds } from '../ui/problem-text.ts';
import { reveal } from '../ui/reveal.ts';
import { Segments } from '../ui/Segments.tsx';
import styles from './Composer.module.css';
import { drafts, emptyDraft, setDraft, useDraftKey } from './drafts.ts';

interface ComposerProps {
  recipient: { public_key: string; name: string };
  ref?: Ref<HTMLTextAreaElement>;
}

/** The form for one message: its text, and whether to sign it. */
export function Composer({ recipient, ref }: ComposerProps) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const ready = useApp((app) => app.phase === 'ready');
  const web = useApp((app) => app.shell === 'web');
  const matchesShortcut = useShortcuts();
  const community = useCommunityName();
  const key = useDraftKey(recipient.public_key);
  const draft = useStore(drafts, (all) => all.get(key)) ?? emptyDraft;
  const { text } = draft;
  const [signed, setSigned] = useState(draft.signed);
  const { busy, problem, run, clearProblem } = useAction();
  const [submitted, setSubmitted] = useState(false);
  const id = useId();

  const characters = characterCount(text);
  const maxCharacters = messageMaxCharacters(signed);
  const excessCharacters = characters - maxCharacters;
  /** Why the message can't be sent; null if it can. */
  const obstacle =
    text.trim() === ''
      ? t('compose.empty')
      : excessCharacters > 0
        ? t('compose.too_long', { count: excessCharacters })
        : ready
          ? null
          : t('compose.not_ready', { community });

  const send = async () => {
    setSubmitted(true);
    if (obstacle !== null || busy) return;
    setSubmitted(false);
    // What is typed while it is being sent is the next message.
    setDraft(key, null);
    const isSent = await run(() => bridge.inbox.send({ to: recipient.public_key, text, signed }));
    if (isSent) return;
    const typed = drafts.getState().get(key)?.text ?? '';
    setDraft(key, { text: typed === '' ? text : `${text}\n${typed}`, signed });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!matchesShortcut(event, shortcuts.lists.send)) return;
    event.preventDefault();
    void send();
  };
  const name = isolatedName(recipient.name);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Enter sends from every field
    <div className="col" onKeyDown={onKeyDown}>
      <label htmlFor={id} className="offscreen">
        {t('compose.to_name', { name })}
      </label>
      <div className={styles.paper} data-wrong={(submitted && obstacle !== null) || excessCharacters > 0 || undefined}>
        <textarea
          ref={ref}
          id={id}
          rows={2}
          dir="auto"
          placeholder={t('compose.placeholder')}
          value={text}
          aria-invalid={excessCharacters > 0 || (submitted && obstacle !== null)}
          aria-describedby={`${id}-note ${id}-count`}
          onChange={(event) => {
            clearProblem();
            setSubmitted(false);
            setDraft(key, { text: event.currentTarget.value, signed });
          }}
        />
        <div className={`${styles.foot} row wrap`}>
          <Segments
            label={t('compose.as')}
            value={signed ? 'signed' : 'unsigned'}
            options={[
              { value: 'signed', label: t('compose.signed') },
              { value: 'unsigned', label: t('compose.unsigned') },
            ]}
            onChange={(value) => {
              setSigned(value === 'signed');
              if (text !== '') setDraft(key, { text, signed: value === 'signed' });
            }}
          />
          <span id={`${id}-count`} className={`${styles.count} small ${excessCharacters > 0 ? 'bad' : 'faint'}`}>
            {t('compose.characters', { count: characters, max: maxCharacters })}
          </span>
          <Button
            variant="primary"
            data-action="send"
            aria-keyshortcuts={web ? 'Alt+Enter Control+Enter' : 'Control+Enter'}
            aria-disabled={obstacle !== null || busy || undefined}
            onClick={() => void send()}
          >
            <IconLock size={16} stroke={1.75} aria-hidden="true" />
            {t(busy ? 'compose.sending' : 'compose.send')}
            <span className={styles.hint} aria-hidden="true">
              <Kbd>{shortcuts.lists.send}</Kbd>
            </span>
          </Button>
        </div>
      </div>
      <p id={`${id}-note`} className={signed ? 'offscreen' : 'small dim'}>
        {t(signed ? 'compose.signed_note' : 'compose.unsigned_note', { name })}
      </p>
      {problem ? (
        <SendProblem problem={problem} />
      ) : (
        (excessCharacters > 0 || (submitted && obstacle !== null)) && (
          <p className="small bad" role="alert" ref={reveal}>
            {obstacle}
          </p>
        )
      )}
    </div>
  );
}

/** The reason for a failed send; the text stays in the editor. */
function SendProblem({ problem }: { problem: Problem }) {
  const { t } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const community = useCommunityName();
  const { sentence, body } = useProblemText()(problem);
  const { code } = problem;
  if (!useStillHolds(problem)) return null;
  const hasOwnText = code === 'not_found' || code === 'inbox_full' || code === 'community_unreachable';
  return (
    <p className="small bad" role="alert" ref={reveal}>
      {hasOwnText ? t(`refused.${code}`, { community }) : tApp('sentences', { first: sentence, second: body })}{' '}
      <CopyButton value={code} />
    </p>
  );
}
