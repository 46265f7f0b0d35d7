import { IconSwords } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { challengePath } from '../core/rooms.ts';
import { Button, type ButtonProps } from '../ui/Button.tsx';

/** Opens the form for a table that only this person may join. */
export function ChallengeButton({ publicKey, ...rest }: { publicKey: string } & ButtonProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Button {...rest} data-action="challenge" onClick={() => navigate(challengePath(publicKey))}>
      <IconSwords size={15} stroke={1.75} aria-hidden="true" />
      {t('challenge')}
    </Button>
  );
}
