import { IconTicket } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Letter } from '../../shared/bridge/contract.ts';
import { Button } from '../look/Button.tsx';
import { useCopy } from '../look/copy.ts';
import { dayAndTime, optionsLine, signed } from '../look/format.ts';
import { isolated, visible } from '../look/peer-text.ts';
import { Seal } from '../trust/Seal.tsx';
import { useOffer } from './asking.ts';
import styles from './Inbox.module.css';
import type { LetterInvitation } from './invitation.ts';

interface InvitationCardProps {
  invitation: LetterInvitation;
  writer: Letter['writer'];
}

/** The table a letter leads to. It opens its sheet; sitting down is decided there. */
export function InvitationCard({ invitation, writer }: InvitationCardProps) {
  const { t } = useTranslation('inbox');
  const copy = useCopy();
  if (invitation.foreign === null) return <HereCard postId={invitation.post_id} writer={writer} />;
  const { foreign } = invitation;
  return (
    <section className={styles.invitation} data-invitation="foreign">
      <IconTicket size={26} stroke={1.5} className="warn" aria-hidden="true" />
      <div className="grow">
        <h3>{t('offer.plain')}</h3>
        <p className="small dim">{t('offer.foreign', { address: visible(foreign) })}</p>
      </div>
      <Button size="sm" onClick={() => copy(foreign)}>
        {t('offer.copy_address')}
      </Button>
    </section>
  );
}

function HereCard({ postId, writer }: { postId: string; writer: Letter['writer'] }) {
  const { t, i18n } = useTranslation('inbox');
  const [, go] = useLocation();
  const { offer, gone } = useOffer(postId);
  const options = offer ? optionsLine(offer.options) : '';
  const name = offer ? isolated(offer.host.nickname) : '';
  const time = offer ? dayAndTime(i18n.language, offer.expires_at) : '';
  return (
    <section className={styles.invitation} data-invitation={gone ? 'gone' : 'here'}>
      {offer ? (
        <Seal checks={offer.checks} size={30} />
      ) : (
        <IconTicket size={26} stroke={1.5} className="faint" aria-hidden="true" />
      )}
      <div className="grow">
        <h3>
          {offer
            ? t('offer.title', { game: visible([offer.protocol_name, options].filter(Boolean).join(', ')) })
            : t('offer.plain')}
        </h3>
        <p className="small dim" role="status">
          {gone
            ? t('offer.gone')
            : !offer
              ? t('offer.looking')
              : offer.own
                ? t('offer.own')
                : t(offer.host.public_key === writer?.public_key ? 'offer.by_writer' : 'offer.by_other', {
                    name,
                    time,
                  })}{' '}
          {offer?.gain && offer.gain.win > 0 && (
            <b className="good">{t('offer.win', { points: signed(offer.gain.win) })}</b>
          )}
        </p>
      </div>
      {!gone && (
        <Button look="primary" data-action="see-table" onClick={() => go(`/?table=${postId}`)}>
          {t('offer.see')}
        </Button>
      )}
    </section>
  );
}
