import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { writePath } from '../core/rooms.ts';
import { Pane } from './Pane.tsx';
import { RecipientField } from './RecipientField.tsx';

/** Finds a recipient; picking one opens their conversation. */
export function RecipientPane({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('inbox');
  const [, navigate] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Pane title={t('compose.title')} onClose={onClose} focusField>
      <RecipientField
        label={t('compose.to')}
        ref={field}
        onPick={(key) => navigate(writePath(key), { replace: true })}
      />
    </Pane>
  );
}
