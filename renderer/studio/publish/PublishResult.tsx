import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { PublicationView } from '../../../shared/bridge/contract.ts';
import { isolatedName } from '../../../shared/peer-text.ts';
import { useCommunityName } from '../../core/community-name.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { shortHash } from '../../ui/format.ts';
import { OwnVersions } from './OwnVersions.tsx';

/** The published protocol, the author's other versions of it, and buttons to show or host it. */
export function PublishResult({ view, onClose }: { view: PublicationView; onClose(): void }) {
  const { t } = useTranslation('publishing');
  const community = useCommunityName();
  const [, navigate] = useLocation();
  const { result } = view;
  if (!result) return null;
  const { protocol_id, name, hooks } = result;
  const playable = hooks === 'stored' || hooks === 'bundled';
  return (
    <div className="col gap4" data-testid="published">
      <div className="row top" role="status">
        <IconCircleCheck size={28} stroke={1.5} className="good" aria-hidden="true" />
        <div className="grow">
          <b className="block">{t('done_title', { name: isolatedName(name) })}</b>
          <p className="dim">{t('done_body', { community })}</p>
          <p className={playable ? 'dim' : 'warn'}>{t(`hooks.${hooks}`)}</p>
          <p className="small">
            <span className="dim">{t('id')}</span>{' '}
            <span className="mono">
              <CopyButton value={protocol_id} label={shortHash(protocol_id)} />
            </span>
          </p>
        </div>
      </div>
      <OwnVersions protocolId={protocol_id} />
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button className="end" onClick={() => navigate(protocolPath(protocol_id))}>
          {t('show')}
        </Button>
        {playable && (
          <Button variant="primary" onClick={() => navigate(`/?host=${protocol_id}`)}>
            {t('host')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
