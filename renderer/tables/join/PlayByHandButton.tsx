import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';
import { ByHandDialog } from '../../protocols/hooks/ByHandDialog.tsx';
import { Button } from '../../ui/Button.tsx';

/** Joins again to play by hand, for protocols without installed hooks. */
export function PlayByHandButton({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const [isConfirming, setIsConfirming] = useState(false);
  const joinByHand = async () => {
    await bridge.tables.by_hand({ protocol_id: table.protocol.protocol_id });
    const { post_id, peer, protocol, options } = table;
    const { protocol_id, family } = protocol;
    const shown = { host_public_key: peer.public_key, protocol_id, options, family };
    const { table_id } = await bridge.tables.join({ post_id, control_mode: 'human', shown });
    navigate(`/tables/${table_id}`);
  };
  return (
    <>
      <Button data-action="by-hand" onClick={() => setIsConfirming(true)}>
        {t('by_hand.offer')}
      </Button>
      {isConfirming && <ByHandDialog onPlay={joinByHand} onClose={() => setIsConfirming(false)} />}
    </>
  );
}
