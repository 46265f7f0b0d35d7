import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { useAction } from '../core/use-action.ts';
import { NameField } from '../identity/NameField.tsx';
import { nameFault } from '../identity/name-error.ts';
import { useFormCheck } from '../ui/use-form-check.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface RenameDialogProps {
  identity: { nickname: string; bio: string };
  onClose(): void;
}

/** Changes the name of the identity in use, at the community as well. */
export function RenameDialog({ identity: { nickname, bio }, onClose }: RenameDialogProps) {
  const { t } = useTranslation('settings');
  const { t: tIdentity } = useTranslation('identity');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const [name, setName] = useState(nickname);
  const formCheck = useFormCheck();
  const rename = async () => {
    if (await run(() => bridge.identity.register({ nickname: cleanName(name), bio }))) onClose();
  };
  return (
    <ConfirmDialog
      title={t('rename.title')}
      lead={t('rename.lead')}
      confirmLabel={t('rename.do')}
      busy={busy}
      problem={problem}
      ready={nameFault(name) === null}
      formCheck={formCheck}
      onConfirm={() => void rename()}
      onClose={onClose}
    >
      <NameField
        note={tIdentity('first.name_note')}
        checked={formCheck.checked}
        value={name}
        initialFocus
        onChange={setName}
      />
    </ConfirmDialog>
  );
}
