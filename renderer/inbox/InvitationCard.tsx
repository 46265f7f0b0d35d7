import { IconTicket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { InboxMessage, InvitedTo, LobbyEntry, SentInboxMessage, TableRow } from '../../shared/bridge/contract.ts';
import { appLink } from '../../shared/community/join-links.ts';
import { givesNoPoints, isUnrated } from '../../shared/community/rating.ts';
import { closingAt } from '../../shared/community/renewal.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { communityClock, useClock, wallTimeOf } from '../core/clock.ts';
import { useBridge } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { usePointsCap } from '../core/points-cap.ts';
import { useAction } from '../core/use-action.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { canSitDown, useSitDown, useSitDownToTest } from '../core/use-sit-down.ts';
import { CappedNote } from '../hosting/CappedNote.tsx';
import { Seal } from '../trust/Seal.tsx';
import { Button } from '../ui/Button.tsx';
import { useCopy } from '../ui/clipboard.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';
import { Hash } from '../ui/Hash.tsx';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import styles from './InvitationCard.module.css';
import { InvitationEnd } from './InvitationEnd.tsx';
import type { MessageInvitation } from './invitation.ts';
import { useInvitation } from './use-invitation.ts';

interface InvitationCardProps {
  invitation: MessageInvitation;
  writer: InboxMessage['writer'];
  /**
   * What it is about, if this computer knows, to whom it was sent, if by this identity, and the hash of the board that its reader is asked to
   * test.
   */
  terms?: { invitedTo: InvitedTo | null; to: SentInboxMessage['to'] | null; board: string | null };
}

const unknownTerms = { invitedTo: null, to: null, board: null };

/** The table that a message links to: a challenge is answered here, any other table opens its sheet. */
export function InvitationCard({ invitation, writer, terms = unknownTerms }: InvitationCardProps) {
  const { t } = useTranslation('inbox');
  const copy = useCopy();
  if (invitation.foreignServer === null)
    return <LocalInvitation postId={invitation.post_id} writer={writer} terms={terms} />;
  const { foreignServer, post_id } = invitation;
  return (
    <section className={`${styles.invitation} row wrap`} data-invitation="foreign">
      <IconTicket size={26} stroke={1.5} className="warn" aria-hidden="true" />
      <div className="grow">
        <h3>{t('offer.plain')}</h3>
        <p className="small dim">{t('offer.foreign', { address: escapeInvisible(foreignServer) })}</p>
      </div>
      <Button size="sm" onClick={() => copy(foreignServer)}>
        {t('offer.copy_address')}
      </Button>
      {/* Nothing is requested from the community before this click, since its address comes from a stranger. */}
      <Button size="sm" variant="primary" onClick={() => setQuery({ link: appLink(post_id, foreignServer) })}>
        {t('offer.see')}
      </Button>
    </section>
  );
}

function LocalInvitation({
  postId,
  writer,
  terms,
}: { postId: string } & Required<Omit<InvitationCardProps, 'invitation'>>) {
  const { t } = useTranslation('inbox');
  const { invitedTo, to, board } = terms;
  const { offer, table, isDeclined, isGone } = useInvitation(postId, writer?.public_key ?? null, invitedTo);
  const game = useGameText(offer ?? invitedTo ?? (table ? gameOf(table) : null));
  const isChallenge = offer?.for_me === true;
  const isGame = offer ? offer.type !== 'chat' : (invitedTo?.game ?? table?.protocol.mode !== 'free');
  const kind = isGame ? 'game' : 'chat';
  const titleKey =
    !isChallenge && !invitedTo ? 'offer.title' : (`offer.${to === null ? 'by_them' : 'by_you'}.${kind}` as const);
  const peer = isolatedName((to ?? writer)?.name ?? '');
  const opponent = to?.public_key ?? offer?.host.public_key ?? null;
  return (
    <section className={`${styles.invitation} row wrap`} data-invitation={isGone ? 'gone' : 'here'}>
      {offer ? (
        <Seal checks={offer.checks} size={30} />
      ) : (
        <IconTicket size={26} stroke={1.5} className="faint" aria-hidden="true" />
      )}
      <div className="grow">
        <h3>{game === '' ? t('offer.plain') : t(titleKey, { name: peer, game })}</h3>
        <p className="small dim" role="status">
          {table ? (
            <InvitationEnd table={table} name={peer} />
          ) : isDeclined ? (
            t(to === null ? 'offer.declined' : 'offer.they_declined', { name: peer })
          ) : isGone ? (
            t(invitedTo ? 'offer.lapsed' : 'offer.gone')
          ) : offer ? (
            <OfferState offer={offer} isPosted={offer.post_id === postId} writer={writer} opponent={opponent} />
          ) : (
            t('offer.looking')
          )}
        </p>
        {board !== null && !table && (
          <p className="small">
            {t(to === null ? 'offer.test' : 'offer.test_sent')} <Hash value={board} />
          </p>
        )}
        {offer && !table && !isDeclined && (
          <CappedNote publicKey={opponent} family={isUnrated(offer) ? null : offer.family} />
        )}
      </div>
      {offer && !table && <OfferActions offer={offer} isDeclined={isDeclined} board={board} />}
    </section>
  );
}

const gameOf = ({ protocol, options }: TableRow) => ({
  protocol_id: protocol.protocol_id,
  protocol_name: protocol.name,
  options,
});

/** Game and options on one line; empty if they are unknown. */
function useGameText(about: Pick<InvitedTo, 'protocol_id' | 'protocol_name' | 'options'> | null): string {
  const book = useLabelBook();
  if (about === null) return '';
  const labels = book.labelsFor(about.protocol_id);
  return escapeInvisible(labels.list([labels.name(about.protocol_name), labels.options(about.options)]));
}

interface OfferStateProps {
  offer: LobbyEntry;
  /** Whether it is the table of the message, and not another one of its sender. */
  isPosted: boolean;
  writer: InboxMessage['writer'];
  /** The key of the person to play against. */
  opponent: string | null;
}

/** Whose open table it is, until when, and what it may bring. */
function OfferState({ offer, isPosted, writer, opponent }: OfferStateProps) {
  const { t, i18n } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const now = useClock(true, 5_000, communityClock);
  const isCapped = usePointsCap(opponent) !== null;
  const name = isolatedName(offer.host.nickname);
  const isWriters = offer.host.public_key === writer?.public_key;
  const textKey = !isWriters ? 'anothers_table' : isPosted ? 'writers_table' : 'current_table';
  const closes = closingAt(offer, now);
  const openText =
    closes === null
      ? t('offer.open_while', { name })
      : t('offer.open_until', { time: formatDayTime(i18n.language, wallTimeOf(closes, communityClock)) });
  return (
    <>
      {offer.own ? t('offer.own') : tApp('sentences', { first: t(`offer.${textKey}`, { name }), second: openText })}
      <SentenceSpace />
      {givesNoPoints(offer) && offer.gain === null && t('offer.no_points')}
      {offer.gain && offer.gain.win > 0 && !isCapped && (
        <b className="good">{t('offer.win', { points: formatPoints(offer.gain.win) })}</b>
      )}
    </>
  );
}

interface OfferActionsProps {
  offer: LobbyEntry;
  isDeclined: boolean;
  /** The hash of the board to test. */
  board: string | null;
}

function OfferActions({ offer, isDeclined, board }: OfferActionsProps) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const sitDown = useSitDown();
  const sitDownToTest = useSitDownToTest();
  const tests = board !== null && offer.for_me && !isDeclined && offer.refusal === null;
  const accepts = !tests && offer.for_me && !isDeclined && canSitDown(offer);
  return (
    <div className="row wrap">
      {tests && (
        <Button
          variant="primary"
          aria-disabled={busy || undefined}
          data-action="test"
          onClick={() => void run(() => sitDownToTest(offer, board))}
        >
          {t('offer.test_it')}
        </Button>
      )}
      {accepts && (
        <Button
          variant="primary"
          aria-disabled={busy || undefined}
          data-action="accept"
          onClick={() => void run(() => sitDown(offer))}
        >
          {t('offer.accept')}
        </Button>
      )}
      {offer.for_me && !isDeclined && (
        <Button
          aria-disabled={busy || undefined}
          data-action="decline"
          onClick={() => void run(() => bridge.tables.decline({ post_id: offer.post_id }))}
        >
          {t('offer.decline')}
        </Button>
      )}
      <Button
        variant={accepts || tests || isDeclined ? 'plain' : 'primary'}
        data-action="see-table"
        onClick={() => navigate(`/?table=${offer.post_id}`)}
      >
        {t('offer.see')}
      </Button>
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}
