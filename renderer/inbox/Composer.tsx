import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SentLetter } from '../../shared/bridge/contract.ts';
import { boxMaxBytes, letterMaxCharacters, sealedSize } from '../../shared/inbox/size.ts';
import { characterCount } from '../../shared/json/utf8.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { asProblem, type Problem } from '../app/problem.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { isolated } from '../look/peer-text.ts';
import { useProblemWords } from '../look/problem-words.ts';
import { Segments } from '../look/Segments.tsx';
import { drafts, emptyDraft, setDraft, useDraftKey } from './drafts.ts';
import styles from './Inbox.module.css';

interface ComposerProps {
  /** Null while nobody is picked. */
  to: { public_key: string; name: string } | null;
  label: ReactNode;
  onSent(letter: SentLetter): void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Writes one letter: how much fits, under whose name, and that it is sealed before it leaves. */
export function Composer({ to, label, onSent, ref }: ComposerProps) {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  const ready = useApp((app) => app.phase === 'ready');
  const web = useApp((app) => app.shell === 'web');
  const community = useApp((app) => app.community.name);
  const key = useDraftKey(to?.public_key ?? null);
  const { words, signed } = useStore(drafts, (all) => all.get(key)) ?? emptyDraft;
  const [name, setName] = useState(signed);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const id = useId();

  const characters = characterCount(words);
  const size = sealedSize(words, name);
  const over = characters - letterMaxCharacters;
  const counts = {
    characters: { count: characters, max: letterMaxCharacters },
    bytes: { count: size, max: boxMaxBytes },
  };
  const change = (text: string) => {
    setProblem(null);
    setTried(false);
    setDraft(key, { words: text, signed: name });
  };
  const missing =
    to === null
      ? t('compose.first_to')
      : words.trim() === ''
        ? t('compose.need_words')
        : over > 0
          ? t('compose.too_long', { count: over })
          : ready
            ? null
            : t('compose.not_ready', { community });

  const send = async () => {
    setTried(true);
    if (to === null || missing !== null || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const sent = await bridge.inbox.send({ to: to.public_key, words, signed: name });
      setDraft(key, null);
      setTried(false);
      onSent(sent);
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || (web && event.altKey))) return;
    event.preventDefault();
    void send();
  };
  const reader = to ? isolated(to.name) : t('compose.reader');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Enter sends from every field of it
    <div className={styles.composer} onKeyDown={onKeyDown}>
      <div className="row wrap">
        <label htmlFor={id} className={styles.composelabel}>
          {label}
        </label>
        <span className="end">
          <Segments
            label={t('compose.as')}
            value={name ? 'signed' : 'unsigned'}
            options={[
              { value: 'signed', label: t('compose.signed') },
              { value: 'unsigned', label: t('compose.unsigned') },
            ]}
            onChange={(value) => {
              setName(value === 'signed');
              if (words !== '') setDraft(key, { words, signed: value === 'signed' });
            }}
          />
        </span>
      </div>
      <div className={styles.paper} data-wrong={(tried && missing !== null) || over > 0 || undefined}>
        <textarea
          ref={ref}
          id={id}
          rows={2}
          dir="auto"
          value={words}
          aria-invalid={over > 0 || (tried && missing !== null)}
          aria-describedby={`${id}-note ${id}-count`}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <div className={styles.paperfoot}>
          <span id={`${id}-count`} className={`${styles.counts} small faint`}>
            {(['characters', 'bytes'] as const).map((unit) => (
              <span key={unit} className={over > 0 && unit === 'characters' ? 'bad' : undefined}>
                <Trans t={t} i18nKey={`compose.${unit}`} values={counts[unit]} components={{ b: <b /> }} />
              </span>
            ))}
            <span className={styles.day}>{t('compose.day')}</span>
          </span>
          <Button
            look="primary"
            className="end"
            data-action="send"
            aria-keyshortcuts={web ? 'Alt+Enter Control+Enter' : 'Control+Enter'}
            aria-disabled={missing !== null || busy || undefined}
            onClick={() => void send()}
          >
            <IconLock size={16} stroke={1.75} aria-hidden="true" />
            {t(busy ? 'compose.sending' : 'compose.send')}
          </Button>
        </div>
      </div>
      <p id={`${id}-note`} className={name ? 'offscreen' : 'small faint'}>
        {t(name ? 'compose.signed_note' : 'compose.unsigned_note', { name: reader, community })}
      </p>
      {problem ? (
        <Refused problem={problem} />
      ) : (
        (over > 0 || (tried && missing !== null)) && (
          <p className="small bad" role="alert">
            {missing}
          </p>
        )
      )}
    </div>
  );
}

/** Why nothing was sent. The words stay where they are. */
function Refused({ problem }: { problem: Problem }) {
  const { t } = useTranslation('inbox');
  const community = useApp((app) => app.community.name);
  const { told, body } = useProblemWords()(problem);
  const { code } = problem;
  const own = code === 'not_found' || code === 'inbox_full' || code === 'community_unreachable';
  return (
    <p className="small bad" role="alert">
      {own ? t(`refused.${code}`, { community }) : `${told} ${body}`} <CopyButton value={code} />
    </p>
  );
}
