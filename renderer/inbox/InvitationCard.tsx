import { IconTicket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { InboxMessage } from '../../shared/bridge/contract.ts';
import { appLink } from '../../shared/community/join-links.ts';
import { closingAt } from '../../shared/community/renewal.ts';
import { refusedSubject } from '../../shared/notices/subjects.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { communityClock, useClock, wallTimeOf } from '../core/clock.ts';
import { useBridge, useNotices } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { useAction } from '../core/use-action.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { canSitDown, useSitDown } from '../core/use-sit-down.ts';
import { Seal } from '../trust/Seal.tsx';
import { Button } from '../ui/Button.tsx';
import { useCopy } from '../ui/clipboard.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SentenceSpace } from '../ui/SentenceSpace.tsx';
import styles from './InvitationCard.module.css';
import type { MessageInvitation } from './invitation.ts';
import { useOffer } from './queries.ts';

interface InvitationCardProps {
  invitation: MessageInvitation;
  writer: InboxMessage['writer'];
}

/** The table that a message links to: a challenge is answered here, any other table opens its sheet. */
export function InvitationCard({ invitation, writer }: InvitationCardProps) {
  const { t } = useTranslation('inbox');
  const copy = useCopy();
  if (invitation.foreignServer === null) return <LocalInvitation postId={invitation.post_id} writer={writer} />;
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

function LocalInvitation({ postId, writer }: { postId: string; writer: InboxMessage['writer'] }) {
  const { t, i18n } = useTranslation('inbox');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const { offer, gone: isGone } = useOffer(postId, writer?.public_key ?? null);
  const { busy, problem, run } = useAction();
  const sitDown = useSitDown();
  const refused = [postId, ...(offer ? [offer.post_id] : [])].map(refusedSubject);
  const isDeclined = useNotices()?.dismissed.some(({ subject }) => refused.includes(subject)) ?? false;
  const now = useClock(offer !== null, 5_000, communityClock);
  const book = useLabelBook();
  const labels = offer && book.labelsFor(offer.protocol_id);
  const options = labels ? labels.options(offer.options) : '';
  const name = offer ? isolatedName(offer.host.nickname) : '';
  const textKey =
    offer?.host.public_key !== writer?.public_key
      ? 'anothers_table'
      : offer?.post_id === postId
        ? 'writers_table'
        : 'current_table';
  const isChallenge = offer?.for_me === true;
  const titleKey = !isChallenge ? 'offer.title' : offer.type === 'chat' ? 'offer.invited' : 'offer.challenge';
  const accepts = isChallenge && !isDeclined && canSitDown(offer);
  const game = escapeInvisible(labels?.list([labels.name(offer?.protocol_name ?? ''), options]) ?? '');
  const closes = offer && closingAt(offer, now);
  const openText =
    closes === null
      ? t('offer.open_while', { name })
      : t('offer.open_until', { time: formatDayTime(i18n.language, wallTimeOf(closes, communityClock)) });
  return (
    <section className={`${styles.invitation} row wrap`} data-invitation={isGone ? 'gone' : 'here'}>
      {offer ? (
        <Seal checks={offer.checks} size={30} />
      ) : (
        <IconTicket size={26} stroke={1.5} className="faint" aria-hidden="true" />
      )}
      <div className="grow">
        <h3>{offer ? t(titleKey, { name, game }) : t('offer.plain')}</h3>
        <p className="small dim" role="status">
          {isDeclined
            ? t('offer.declined')
            : isGone
              ? t('offer.gone')
              : !offer
                ? t('offer.looking')
                : offer.own
                  ? t('offer.own')
                  : tApp('sentences', { first: t(`offer.${textKey}`, { name }), second: openText })}
          <SentenceSpace />
          {offer?.gain && offer.gain.win > 0 && (
            <b className="good">{t('offer.win', { points: formatPoints(offer.gain.win) })}</b>
          )}
        </p>
        {problem && <ProblemLine problem={problem} />}
      </div>
      {offer && (
        <div className="row wrap">
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
          {isChallenge && !isDeclined && (
            <Button
              aria-disabled={busy || undefined}
              data-action="decline"
              onClick={() => void run(() => bridge.tables.decline({ post_id: offer.post_id }))}
            >
              {t('offer.decline')}
            </Button>
          )}
          <Button
            variant={accepts ? 'plain' : 'primary'}
            data-action="see-table"
            onClick={() => navigate(`/?table=${offer.post_id}`)}
          >
            {t('offer.see')}
          </Button>
        </div>
      )}
    </section>
  );
}
