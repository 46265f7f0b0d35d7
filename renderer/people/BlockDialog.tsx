import { useTranslation } from 'react-i18next';
import { isolatedName } from '../../shared/peer-text.ts';
import { Button } from '../ui/Button.tsx';
import { TitledDialog } from '../ui/Dialog.tsx';
import { DialogActions } from '../ui/DialogActions.tsx';
import { shortHash } from '../ui/format.ts';
import { BlockEffects } from './BlockEffects.tsx';
import type { NamedPerson } from './contacts.ts';

interface BlockDialogProps {
  person: NamedPerson;
  onClose(): void;
  onBlock(): void;
}

/** Asks before a block that ends a conversation or silences a game. */
export function BlockDialog({ person, onClose, onBlock }: BlockDialogProps) {
  const { t } = useTranslation('inbox');
  const name = isolatedName(person.name || shortHash(person.public_key));
  return (
    <TitledDialog title={t('blocking.title', { name })} size={560} onClose={onClose}>
      <BlockEffects person={person} />
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {t('blocking.cancel')}
        </Button>
        <Button className="end" variant="danger" data-action="block-now" onClick={onBlock}>
          {t('contact.block')}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
