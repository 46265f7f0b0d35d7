import { useTranslation } from 'react-i18next';
import { Tag } from '../ui/Tag.tsx';
import { useLookAlike } from './look-alikes.ts';

interface LookAlikeProps {
  person: { public_key: string; nickname: string; house?: boolean };
}

/** Warns next to a name that looks like that of someone the user knows, but belongs to another key. */
export function LookAlike({ person }: LookAlikeProps) {
  const { t } = useTranslation('trust');
  const kind = useLookAlike(person);
  return kind && <Tag tone="warn">{t(`look_alike.${kind}`)}</Tag>;
}
