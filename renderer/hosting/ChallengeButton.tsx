import { IconSwords } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useContactName } from '../core/context.tsx';
import { challengePath } from '../core/rooms.ts';
import { Button, type ButtonProps } from '../ui/Button.tsx';

interface ChallengeButtonProps extends ButtonProps {
  publicKey: string;
  /** False in narrow rows. */
  withIcon?: boolean;
}

/** Opens the form for a table that only this person may join; nothing for whom the user has blocked. */
export function ChallengeButton({ publicKey, withIcon = true, ...rest }: ChallengeButtonProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  if (useContactName(publicKey)?.blocked) return null;
  return (
    <Button {...rest} data-action="challenge" onClick={() => navigate(challengePath(publicKey))}>
      {withIcon && <IconSwords size={15} stroke={1.75} aria-hidden="true" />}
      {t('challenge')}
    </Button>
  );
}
