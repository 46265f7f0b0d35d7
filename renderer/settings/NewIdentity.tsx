import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanName, isolatedName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { BioField } from '../identity/BioField.tsx';
import { NameField } from '../identity/NameField.tsx';
import { nameFault } from '../identity/name-error.ts';
import { NewPassphrase } from '../identity/PassphraseField.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Creates a further identity without switching to it. */
export function NewIdentity({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings');
  const { t: tIdentity } = useTranslation('identity');
  const bridge = useBridge();
  const queries = useQueryClient();
  const { busy, problem, run } = useAction();
  const [nickname, setNickname] = useState('');
  const [bio, setBio] = useState('');
  const [passphrase, setPassphrase] = useState({ value: '', repetition: '' });
  const name = cleanName(nickname);
  const formCheck = useFormCheck();

  const create = async () => {
    const succeeded = await run(async () => {
      await bridge.identity.add({ nickname: name, bio: bio.trim(), passphrase: passphrase.value || null });
      await queries.invalidateQueries({ queryKey: ['identities'] });
    });
    if (!succeeded) return;
    toast(t('identity.made', { name: isolatedName(name) }));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('identity.new_title')}
      lead={t('identity.new_lead')}
      confirmLabel={t('identity.make')}
      busy={busy}
      problem={problem}
      ready={nameFault(nickname) === null && passphrase.value === passphrase.repetition}
      formCheck={formCheck}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      <NameField
        note={tIdentity('first.name_note')}
        checked={formCheck.checked}
        value={nickname}
        initialFocus
        onChange={setNickname}
      />
      <BioField value={bio} onChange={setBio} />
      <NewPassphrase
        label={tIdentity('first.passphrase')}
        note={tIdentity('first.passphrase_note')}
        {...passphrase}
        checked={formCheck.checked}
        onChange={(value, repetition) => setPassphrase({ value, repetition })}
      />
    </ConfirmDialog>
  );
}
