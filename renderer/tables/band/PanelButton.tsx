import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Button } from '../../ui/Button.tsx';
import type { TablePanel } from '../panel/use-table-panel.ts';
import { peerRemarks, useRemarks } from '../remarks/use-remarks.ts';
import styles from './PanelButton.module.css';

/** Opens the panel in compact windows. A dot shows that the other side said something since it was open. */
export function PanelButton({ table, panel }: { table: Table; panel: TablePanel }) {
  const { t } = useTranslation('tables');
  const count = peerRemarks(useRemarks(table), table).length;
  const isShown = panel.shown === 'moves';
  const [seenCount, setSeenCount] = useState(0);
  if (isShown && seenCount !== count) setSeenCount(count);
  const hasNew = !isShown && count > seenCount;
  return (
    <Button
      variant="wood"
      size="sm"
      iconOnly
      className={styles.button ?? ''}
      aria-label={hasNew ? t('remarks.panel_new') : t('panel')}
      aria-expanded={isShown}
      data-panel="moves"
      data-new={hasNew || undefined}
      onClick={() => panel.toggle('moves')}
    >
      <IconLayoutSidebarRight size={16} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}
