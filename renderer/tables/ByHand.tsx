import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Table } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { Button } from '../look/Button.tsx';
import { ByHandDialog } from './ByHandDialog.tsx';

/** For a table whose rules no code here knows: after one sheet the person plays it by hand. */
export function ByHand({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const [, go] = useLocation();
  const [asking, setAsking] = useState(false);
  const play = async () => {
    await bridge.tables.by_hand({ protocol_id: table.protocol.protocol_id });
    const { table_id } = await bridge.tables.join({ post_id: table.post_id, control_mode: 'human' });
    go(`/tables/${table_id}`);
  };
  return (
    <>
      <Button data-action="by-hand" onClick={() => setAsking(true)}>
        {t('by_hand.offer')}
      </Button>
      {asking && <ByHandDialog onPlay={play} onClose={() => setAsking(false)} />}
    </>
  );
}
