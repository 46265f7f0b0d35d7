import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { appLink } from '../../../shared/community/join-links.ts';
import { writePath } from '../../core/rooms.ts';
import { setDraft, useDraftKey } from '../../inbox/drafts.ts';
import { Button } from '../../ui/Button.tsx';

/** Begins a message to the host about this table, which its link attaches: the host's inbox shows the table as the host has it. */
export function TellHost({ table: { peer, post_id } }: { table: Pick<Table, 'peer' | 'post_id'> }) {
  const { t } = useTranslation('afterwards');
  const [, navigate] = useLocation();
  const key = useDraftKey(peer.public_key);
  return (
    <Button
      variant="felt"
      data-action="tell-host"
      onClick={() => {
        setDraft(key, { text: `\n\n${appLink(post_id, null)}`, signed: true });
        navigate(writePath(peer.public_key));
      }}
    >
      {t('tell_host')}
    </Button>
  );
}
