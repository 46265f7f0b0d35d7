import { useTranslation } from 'react-i18next';
import type { ProtocolEntry } from '../../shared/bridge/contract.ts';
import { Tag } from '../ui/Tag.tsx';

const tones = { active: 'good', experimental: 'info', deprecated: 'bad' } as const;

/** A protocol's status in the community: active, experimental or deprecated. */
export function StatusTag({ status }: { status: ProtocolEntry['governance']['status'] }) {
  const { t } = useTranslation('protocols');
  return <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>;
}
