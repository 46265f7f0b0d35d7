import { useTranslation } from 'react-i18next';
import type { ProtocolEntry } from '../../shared/bridge/contract.ts';
import { Tag } from '../look/Tag.tsx';

const tones = { active: 'ok', experimental: 'info', deprecated: 'bad' } as const;

/** What a community says a protocol is worth keeping to. */
export function StatusTag({ status }: { status: ProtocolEntry['governance']['status'] }) {
  const { t } = useTranslation('protocols');
  return <Tag tone={tones[status]}>{t(`status.${status}`)}</Tag>;
}
