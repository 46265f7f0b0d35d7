import { IconCheck, IconLock, IconUserQuestion, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Letter, SentLetter } from '../../shared/bridge/contract.ts';
import { useApp, useBridge, useInbox } from '../app/context.tsx';
import { isTyping, useWindowKeys } from '../app/keys.ts';
import { Button } from '../look/Button.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useNow } from '../look/clock.ts';
import { dayAndTime, shortHash } from '../look/format.ts';
import { PersonLink } from '../look/PersonLink.tsx';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { Slip } from '../look/Slip.tsx';
import { Tag } from '../look/Tag.tsx';
import { TrustCheckLine } from '../trust/TrustCheckLine.tsx';
import { useTogether } from './asking.ts';
import { Composer } from './Composer.tsx';
import { useKeeping } from './contacts.ts';
import styles from './Inbox.module.css';
import { InvitationCard } from './InvitationCard.tsx';
import { invitationIn } from './invitation.ts';
import { useDeleteLetter } from './LetterShelf.tsx';
import { answersTo } from './letters.ts';
import { Pane } from './Pane.tsx';
import { contactPath } from './place.ts';
import { useSpan } from './span.ts';

interface LetterPaneProps {
  letter: Letter;
  sent: readonly SentLetter[];
  onClose(): void;
}

/** One letter: who is proved to have written it, its words, the table it leads to, and the answer. */
export function LetterPane({ letter, sent, onClose }: LetterPaneProps) {
  const { t, i18n } = useTranslation('inbox');
  const bridge = useBridge();
  const [, go] = useLocation();
  const here = useApp((app) => app.community.url);
  const { id, writer, words, created_at, read_at } = letter;
  const remove = useDeleteLetter();
  const together = useTogether(writer?.public_key ?? '');
  const contact = useInbox(({ contacts }) => contacts.find(({ public_key }) => public_key === writer?.public_key));
  const { add, block } = useKeeping();
  const invitation = invitationIn(letter, here);

  const unread = read_at === null;
  useEffect(() => {
    if (unread) bridge.inbox.read({ id }).catch(() => {});
  }, [bridge, id, unread]);

  const deleteIt = () => {
    remove(id);
    onClose();
  };
  useWindowKeys((event) => {
    const inPane = event.target instanceof HTMLElement && event.target.closest('[data-region="sheet"]') !== null;
    if (event.key === 'Delete' && inPane && !isTyping(event.target)) {
      event.preventDefault();
      deleteIt();
    }
  });

  const name = writer ? isolated(writer.name) : null;
  return (
    <Pane
      picture={
        writer ? (
          <Quilt publicKey={writer.public_key} size={44} />
        ) : (
          <IconUserQuestion size={34} stroke={1.5} className="faint" aria-hidden="true" />
        )
      }
      title={writer ? <PersonLink person={{ public_key: writer.public_key, nickname: writer.name }} /> : t('anonymous')}
      mark={<AuthorTag letter={letter} />}
      note={
        <>
          {writer && <CopyButton value={writer.public_key} shown={shortHash(writer.public_key)} />}
          {writer?.house && <span>{t('house')}</span>}
          {together > 0 && <span>{t('together', { count: together })}</span>}
          <span>{dayAndTime(i18n.language, created_at)}</span>
        </>
      }
      actions={
        <>
          {writer &&
            !writer.house &&
            (contact ? (
              <Button size="sm" onClick={() => go(contactPath(writer.public_key))}>
                {t('contact.open')}
              </Button>
            ) : (
              <Button size="sm" onClick={() => add(writer)}>
                {t('contact.add')}
              </Button>
            ))}
          {writer && !writer.house && (
            <Button
              size="sm"
              onClick={() => {
                block(writer.public_key);
                onClose();
              }}
            >
              {t('contact.block')}
            </Button>
          )}
          <Button size="sm" onClick={deleteIt}>
            {t('delete')}
          </Button>
        </>
      }
      onClose={onClose}
      foot={
        writer &&
        (writer.house ? (
          <p className="small faint">{t('compose.house')}</p>
        ) : (
          <Composer
            to={writer}
            label={
              <>
                <b className={styles.answer}>{t('compose.answer')}</b>{' '}
                <span className="small faint">{t('compose.answer_to', { name })}</span>
              </>
            }
            onSent={() => {}}
          />
        ))
      }
    >
      <div className={styles.words}>
        {words === null ? (
          <>
            <h3>{t('unreadable')}</h3>
            <p className="dim">{t('wrote.no_words')}</p>
          </>
        ) : (
          <Slip heading={name ? t('wrote.named', { name }) : t('wrote.nobody')} text={words} />
        )}
      </div>
      {invitation && <InvitationCard invitation={invitation} writer={writer} />}
      {words !== null && <Vouch letter={letter} />}
      <Kept letter={letter} />
      <Answers answers={answersTo(letter, sent)} />
    </Pane>
  );
}

function AuthorTag({ letter: { signature, words } }: { letter: Letter }) {
  const { t } = useTranslation('inbox');
  if (words === null) return null;
  if (signature === 'none') return <span className={styles.unsigned}>{t('author.none')}</span>;
  const Icon = signature === 'valid' ? IconCheck : IconX;
  return (
    <Tag tone={signature === 'valid' ? 'ok' : 'bad'}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {t(`author.${signature}`)}
    </Tag>
  );
}

/** What was compared, with everything it was compared from. */
function Vouch({ letter: { writer, signature, written_at } }: { letter: Letter }) {
  const { t } = useTranslation('inbox');
  const ownKey = useApp((app) => app.identity?.public_key ?? '');
  const name = isolated(writer?.name ?? '');
  return (
    <ul className={styles.vouch}>
      <TrustCheckLine
        state={signature === 'valid' ? 'checked' : signature === 'none' ? 'to_come' : 'failed'}
        title={t(`vouch.${signature}.title`, { name })}
        detail={t(`vouch.${signature}.detail`)}
        evidence={
          writer && written_at !== null
            ? [
                { name: 'writer_key', value: writer.public_key },
                { name: 'reader_key', value: ownKey },
                { name: 'written_at', value: new Date(written_at).toISOString() },
              ]
            : []
        }
      />
    </ul>
  );
}

/** What the community saw of the letter, and how long it is kept where. */
function Kept({ letter: { size, held, expires_at } }: { letter: Letter }) {
  const { t, i18n } = useTranslation('inbox');
  const community = useApp((app) => app.community.name);
  const now = useNow(held, 30_000);
  const span = useSpan();
  const left = held ? span(expires_at, now) : null;
  return (
    <p className={`${styles.kept} small faint`}>
      <IconLock size={16} stroke={1.75} aria-hidden="true" />
      <span>
        {t('sealed', { community, size: new Intl.NumberFormat(i18n.language).format(size) })}{' '}
        {left ? t('kept.held', { community, time: left }) : t('kept.gone', { community })}
      </span>
    </p>
  );
}

/** What one has answered since, as it was sent. */
function Answers({ answers }: { answers: readonly SentLetter[] }) {
  const { t, i18n } = useTranslation('inbox');
  return (
    <ol className={styles.answers} aria-live="polite">
      {answers.map(({ id, words, sent_at }) => (
        <li key={id} data-answer={id}>
          <span className="micro faint">{t('wrote.you', { time: dayAndTime(i18n.language, sent_at) })}</span>
          <span className={styles.own} dir="auto">
            {words}
          </span>
        </li>
      ))}
    </ol>
  );
}
