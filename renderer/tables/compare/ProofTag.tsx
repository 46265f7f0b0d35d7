import { useTranslation } from 'react-i18next';
import type { Proof } from '../../../shared/tables/record-proof.ts';
import { Tag } from '../../ui/Tag.tsx';

const tones = { both_sides: 'good', one_side: 'info', incomplete: 'warn', forged: 'bad' } as const;

/** What a record proves. */
export function ProofTag({ proof }: { proof: Proof }) {
  const { t } = useTranslation('record');
  return <Tag tone={tones[proof]}>{t(`proof.${proof}.tag`)}</Tag>;
}
