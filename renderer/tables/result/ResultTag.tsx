import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { Tag } from '../../ui/Tag.tsx';

type State = NonNullable<Table['result']>['state'];

const tagStyles = {
  settled: { tone: 'good', Icon: IconCheck },
  pending: { tone: 'warn', Icon: IconHourglass },
  unsaid: { tone: 'warn', Icon: IconHourglass },
  queued: { tone: 'warn', Icon: IconHourglass },
  disputed: { tone: 'bad', Icon: IconX },
} as const;

/** The state of a result, such as settled or disputed. */
export function ResultTag({ state }: { state: State }) {
  const { t } = useTranslation('tables');
  if (state === 'unrated' || state === 'capped') return <Tag>{t(`report.${state}.tag`)}</Tag>;
  const { tone, Icon } = tagStyles[state];
  return (
    <Tag tone={tone}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      {t(`report.${state}.tag`)}
    </Tag>
  );
}
