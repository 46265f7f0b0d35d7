import { IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { InboxMessage } from '../../shared/bridge/contract.ts';
import { appLink } from '../../shared/community/join-links.ts';
import { escapeInvisible, isolatedName } from '../../shared/peer-text.ts';
import { communityClock, wallTimeOf } from '../core/clock.ts';
import { useBridge } from '../core/context.tsx';
import { setQuery } from '../core/hash-location.ts';
import { useAction } from '../core/use-action.ts';
import { useLabelBook } from '../core/use-labels.ts';
import { Seal } from '../trust/Seal.tsx';
import { Button } from '../ui/Button.tsx';
import { useCopy } from '../ui/clipboard.ts';
import { formatDayTime, formatPoints } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import styles from './InvitationCard.module.css';
import type { MessageInvitation } from './invitation.ts';
import { useOffer } from './queries.ts';

interface InvitationCardProps {
  invitation: MessageInvitation;
  writer: InboxMessage['writer'];
}

/** The table that a message links to; its button opens the table's sheet, which offers to join. */
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
  const [, navigate] = useLocation();
  const bridge = useBridge();
  const { offer, gone: isGone } = useOffer(postId, writer?.public_key ?? null);
  const { busy, problem, run } = useAction();
  const [isDeclined, setIsDeclined] = useState(false);
  const decline = async (post_id: string) => setIsDeclined(await run(() => bridge.tables.decline({ post_id })));
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
  const game = escapeInvisible(labels?.list([labels.name(offer?.protocol_name ?? ''), options]) ?? '');
  const time = offer ? formatDayTime(i18n.language, wallTimeOf(offer.expires_at, communityClock)) : '';
  return (
    <section className={`${styles.invitation} row wrap`} data-invitation={isGone ? 'gone' : 'here'}>
      {offer ? (
        <Seal checks={offer.checks} size={30} />
      ) : (
        <IconTicket size={26} stroke={1.5} className="faint" aria-hidden="true" />
      )}
      <div className="grow">
        <h3>{offer ? t(isChallenge ? 'offer.challenge' : 'offer.title', { name, game }) : t('offer.plain')}</h3>
        <p className="small dim" role="status">
          {isGone
            ? t('offer.gone')
            : !offer
              ? t('offer.looking')
              : isDeclined
                ? t('offer.declined')
                : offer.own
                  ? t('offer.own')
                  : t(`offer.${textKey}`, { name, time })}{' '}
          {offer?.gain && offer.gain.win > 0 && (
            <b className="good">{t('offer.win', { points: formatPoints(offer.gain.win) })}</b>
          )}
        </p>
        {problem && <ProblemLine problem={problem} />}
      </div>
      {offer && (
        <Button variant="primary" data-action="see-table" onClick={() => navigate(`/?table=${offer.post_id}`)}>
          {t('offer.see')}
        </Button>
      )}
      {isChallenge && !isDeclined && (
        <Button aria-disabled={busy || undefined} data-action="decline" onClick={() => void decline(offer.post_id)}>
          {t('offer.decline')}
        </Button>
      )}
    </section>
  );
}
