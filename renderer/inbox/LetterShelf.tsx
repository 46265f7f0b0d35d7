import { IconHourglass, IconMail, IconTicket, IconUserQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Inbox, Letter, SentLetter } from '../../shared/bridge/contract.ts';
import { useApp, useBridge } from '../app/context.tsx';
import { withWayBack } from '../app/toast.ts';
import { Button } from '../look/Button.tsx';
import { useNow } from '../look/clock.ts';
import { doubledNames, isDoubled } from '../look/doubled-names.ts';
import { Empty } from '../look/Empty.tsx';
import { clockTime, day, shortHash } from '../look/format.ts';
import { isolated } from '../look/peer-text.ts';
import { Quilt } from '../look/Quilt.tsx';
import { SlipLine } from '../look/Slip.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { Tag } from '../look/Tag.tsx';
import styles from './Inbox.module.css';
import { invitationIn } from './invitation.ts';
import { type Door, fits, leftOf, thing } from './letters.ts';
import { letterPath, sentPath, shelfPath } from './place.ts';
import { type RowOf, Rows } from './Rows.tsx';

/** Deletes a letter with a way back. */
export function useDeleteLetter(): (id: number) => void {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  return (id) =>
    withWayBack({
      kind: 'letters',
      things: [thing.letter(id)],
      words: t('deleted.letter'),
      act: () => bridge.inbox.delete({ ids: [id] }),
    });
}

/** Deletes the copy of a sent letter with a way back. */
export function useDeleteSent(): (id: number) => void {
  const { t } = useTranslation('inbox');
  const bridge = useBridge();
  return (id) =>
    withWayBack({
      kind: 'letters',
      things: [thing.sent(id)],
      words: t('deleted.sent'),
      act: () => bridge.inbox.delete({ ids: [id], of: 'sent' }),
    });
}

/** What of people is known by a key that stands twice under one name. */
const peopleOf = (all: readonly { public_key: string; name: string }[]) =>
  doubledNames(all.map(({ public_key, name }) => ({ public_key, nickname: name })));

interface LetterShelfProps {
  inbox: Pick<Inbox, 'letters' | 'sent' | 'status'>;
  door: Door;
  text: string;
  open: number | null;
}

/** The letters behind one door. */
export function LetterShelf({ inbox, door, text, open }: LetterShelfProps) {
  const { t } = useTranslation('inbox');
  const remove = useDeleteLetter();
  const [, go] = useLocation();
  const behind = inbox.letters.filter((letter) => letter.door === door);
  const found = behind.filter(({ writer, words }) => fits(text, [writer?.name, words, writer?.public_key]));
  const doubled = peopleOf(inbox.letters.flatMap(({ writer }) => writer ?? []));
  if (behind.length === 0) {
    return inbox.status === 'loading' ? (
      <StillRows className={styles.list} />
    ) : (
      <EmptyShelf inbox={inbox} shelf={door} />
    );
  }
  const rows: RowOf<Letter>[] = found.map((letter) => ({
    id: letter.id,
    item: letter,
    name: letter.writer?.name ?? '',
    href: letterPath(letter.id),
  }));
  return (
    <Rows
      key={`${door} ${text}`}
      label={t('list.letters')}
      rows={rows}
      open={open}
      onDelete={(id) => {
        remove(id);
        if (id === open) go(shelfPath(door));
      }}
      news={(count) => t('came', { count })}
      draw={(letter) => <LetterRow letter={letter} doubled={doubled} />}
      foot={rows.length === 0 ? t('none_found') : t('door_note')}
    />
  );
}

interface SentShelfProps {
  sent: readonly SentLetter[];
  text: string;
  open: number | null;
  status: Inbox['status'];
}

/** Copies of what was sent. */
export function SentShelf({ sent, text, open, status }: SentShelfProps) {
  const { t } = useTranslation('inbox');
  const remove = useDeleteSent();
  const [, go] = useLocation();
  const doubled = peopleOf(sent.map(({ to }) => to));
  if (sent.length === 0) {
    return status === 'loading' ? (
      <StillRows className={styles.list} />
    ) : (
      <EmptyShelf inbox={{ letters: [], sent: [], status }} shelf="sent" />
    );
  }
  const rows: RowOf<SentLetter>[] = sent
    .filter(({ to, words }) => fits(text, [to.name, words, to.public_key]))
    .map((letter) => ({ id: letter.id, item: letter, name: letter.to.name, href: sentPath(letter.id) }));
  return (
    <Rows
      key={text}
      label={t('list.sent')}
      rows={rows}
      open={open}
      onDelete={(id) => {
        remove(id);
        if (id === open) go(shelfPath('sent'));
      }}
      news={(count) => t('came', { count })}
      draw={(letter) => <SentRow letter={letter} doubled={doubled} />}
      foot={rows.length === 0 ? t('none_found') : null}
    />
  );
}

function LetterRow({ letter, doubled }: { letter: Letter; doubled: Set<string> }) {
  const { t } = useTranslation('inbox');
  const here = useApp((app) => app.community.url);
  const { writer, words, read_at, created_at, expires_at, held } = letter;
  return (
    <RowShape
      picture={
        writer ? (
          <Quilt publicKey={writer.public_key} size={36} />
        ) : (
          <IconUserQuestion size={28} stroke={1.5} className="faint" aria-hidden="true" />
        )
      }
      name={writer ? isolated(writer.name) : t('anonymous')}
      publicKey={writer && isDoubled(doubled, writer.name) ? writer.public_key : null}
      fresh={read_at === null}
      at={created_at}
      words={words === null ? <i>{t('unreadable')}</i> : <SlipLine text={words} />}
      invites={invitationIn(letter, here) !== null}
      until={held ? expires_at : null}
    />
  );
}

function SentRow({ letter, doubled }: { letter: SentLetter; doubled: Set<string> }) {
  const { t } = useTranslation('inbox');
  const { to, words, signed, sent_at, expires_at } = letter;
  return (
    <RowShape
      picture={<Quilt publicKey={to.public_key} size={36} />}
      name={t('to', { name: isolated(to.name) })}
      publicKey={isDoubled(doubled, to.name) ? to.public_key : null}
      fresh={false}
      at={sent_at}
      words={<span className="cut">{words}</span>}
      invites={false}
      until={expires_at}
      extra={signed ? t('sent_letter.signed') : t('sent_letter.unsigned')}
    />
  );
}

interface RowShapeProps {
  picture: ReactNode;
  name: string;
  publicKey: string | null;
  fresh: boolean;
  at: number;
  words: ReactNode;
  invites: boolean;
  /** Until when the community keeps it; null where it has forgotten it. */
  until: number | null;
  extra?: string;
}

function RowShape({ picture, name, publicKey, fresh, at, words, invites, until, extra }: RowShapeProps) {
  const { t, i18n } = useTranslation('inbox');
  const now = useNow(true, 30_000);
  const left = until === null ? null : leftOf(until, now);
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  return (
    <>
      <span className={styles.rowpicture}>{picture}</span>
      <span className={styles.rowbody}>
        <span className="row">
          <b className="cut">{name}</b>
          {publicKey && <span className="mono micro faint">{shortHash(publicKey)}</span>}
          {fresh && <Tag tone="warn">{t('new')}</Tag>}
          <span className="end small faint nowrap">
            {today ? clockTime(i18n.language, at) : day(i18n.language, at)}
          </span>
        </span>
        <span className={`${styles.rowwords} small dim cut`}>{words}</span>
        <span className={`${styles.rowmeta} row micro faint`}>
          {extra && <span>{extra}</span>}
          {invites && (
            <span className={styles.rowfact}>
              <IconTicket size={14} stroke={1.75} aria-hidden="true" />
              {t('invitation')}
            </span>
          )}
          <span className={styles.rowfact}>
            <IconHourglass size={14} stroke={1.75} aria-hidden="true" />
            {left ? t(`left.${left.unit}`, { count: left.count }) : t('left.none')}
          </span>
        </span>
      </span>
    </>
  );
}

interface EmptyShelfProps {
  inbox: Pick<Inbox, 'letters' | 'sent' | 'status'>;
  shelf: Door | 'sent';
}

/** An empty shelf says what will come to it. A wholly empty inbox says what the inbox is. */
function EmptyShelf({ inbox, shelf }: EmptyShelfProps) {
  const { t } = useTranslation('inbox');
  const [, go] = useLocation();
  const which = shelf !== 'sent' && inbox.letters.length + inbox.sent.length === 0 ? 'all' : shelf;
  return (
    <div className={styles.empty}>
      <Empty
        icon={<IconMail size={28} stroke={1.5} className="good" aria-hidden="true" />}
        title={t(`empty.${which}.title`)}
        actions={
          which === 'sent' ? (
            <Button onClick={() => go('/inbox/new')}>{t('write')}</Button>
          ) : (
            which !== 'unknown' && <Button onClick={() => go('/')}>{t('empty.to_lobby')}</Button>
          )
        }
      >
        {t(`empty.${which}.body`)}
      </Empty>
    </div>
  );
}
