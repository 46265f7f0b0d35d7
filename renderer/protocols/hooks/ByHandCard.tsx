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
  const [, go] = useLocation();
  const [confirming, setConfirming] = useState(false);
  const install = useInstallByHandHooks(page.protocol_id);
  const { host, guest } = page.by_hand_refusal;
  const byHand = hooks.state === 'by_hand';
  const unedited = hooks.state === 'missing' || hooks.text === hooks.skeleton;
  const play = async () => {
    await install.mutateAsync();
    dropDraft(page.protocol_id);
    setConfirming(false);
  };
  return (
    <Card title={t('by_hand.title')} minor>
      <div className="col">
        <p className="small">{t(byHand ? 'by_hand.is' : guest === null ? 'by_hand.can' : 'by_hand.cannot')}</p>
        {guest !== null && <p className="small dim">{guest}</p>}
        {guest === null && host !== null && <p className="small dim">{t('by_hand.no_host')}</p>}
        {guest === null && !byHand && !unedited && <p className="small dim">{t('by_hand.has_hooks')}</p>}
        {guest === null && !byHand && unedited && (
          <div>
            <Button data-action="by-hand" onClick={() => setConfirming(true)}>
              {t('by_hand.offer')}
            </Button>
          </div>
        )}
        {byHand && (
          <div>
            <Button onClick={() => go(`/?game=${page.protocol_id}`)}>{t('by_hand.find')}</Button>
          </div>
        )}
      </div>
      {confirming && <ByHandDialog onPlay={play} onClose={() => setConfirming(false)} />}
    </Card>
  );
}
