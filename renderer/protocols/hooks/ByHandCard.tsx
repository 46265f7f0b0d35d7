import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { HooksPage, ProtocolPage } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useInstallByHandHooks } from '../queries.ts';
import { ByHandDialog } from './ByHandDialog.tsx';
import { dropDraft } from './drafts.ts';

/** Offers playing by hand: generated hooks ask the user for every message. */
export function ByHandCard({ page, hooks }: { page: ProtocolPage; hooks: HooksPage }) {
  const { t } = useTranslation('protocols');
  const [, navigate] = useLocation();
  const [confirming, setConfirming] = useState(false);
  const install = useInstallByHandHooks(page.protocol_id);
  const { host: hostRefusal, guest: guestRefusal } = page.by_hand_refusal;
  const isByHand = hooks.state === 'by_hand';
  const isUnedited = hooks.state === 'missing' || hooks.text === hooks.skeleton;
  const installHooks = async () => {
    await install.mutateAsync();
    dropDraft(page.protocol_id);
    setConfirming(false);
  };
  return (
    <Card title={t('by_hand.title')} smallTitle>
      <div className="col">
        <p className="small">{t(isByHand ? 'by_hand.is' : guestRefusal === null ? 'by_hand.can' : 'by_hand.cannot')}</p>
        {guestRefusal !== null && <p className="small dim">{guestRefusal}</p>}
        {guestRefusal === null && hostRefusal !== null && <p className="small dim">{t('by_hand.no_host')}</p>}
        {guestRefusal === null && page.names_no_winner && <p className="small dim">{t('by_hand.no_winner')}</p>}
        {guestRefusal === null && !isByHand && !isUnedited && <p className="small dim">{t('by_hand.has_hooks')}</p>}
        {guestRefusal === null && !isByHand && isUnedited && (
          <div>
            <Button data-action="by-hand" onClick={() => setConfirming(true)}>
              {t('by_hand.offer')}
            </Button>
          </div>
        )}
        {isByHand && (
          <div>
            <Button onClick={() => navigate(`/?game=${page.protocol_id}`)}>{t('by_hand.find')}</Button>
          </div>
        )}
      </div>
      {confirming && <ByHandDialog onPlay={installHooks} onClose={() => setConfirming(false)} />}
    </Card>
  );
}
