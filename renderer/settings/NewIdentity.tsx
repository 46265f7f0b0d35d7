import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { toast } from '../app/toast.ts';
import { NameField } from '../identity/NameField.tsx';
import { NewPassphrase } from '../identity/PassphraseField.tsx';
import { fieldLook } from '../look/fields.ts';
import { isolated } from '../look/peer-text.ts';
import { Ask } from './Ask.tsx';
import { useDeed } from './asking.ts';

/** A second name with a key of its own. The one in use stays in use. */
export function NewIdentity({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings');
  const { t: words } = useTranslation('identity');
  const bridge = useBridge();
  const queries = useQueryClient();
  const { busy, problem, run } = useDeed();
  const [nickname, setNickname] = useState('');
  const [bio, setBio] = useState('');
  const [passphrase, setPassphrase] = useState({ value: '', again: '' });
  const name = nickname.trim();

  const make = async () => {
    const made = await run(async () => {
      await bridge.identity.add({ nickname: name, bio: bio.trim(), passphrase: passphrase.value || null });
      await queries.invalidateQueries({ queryKey: ['identities'] });
    });
    if (!made) return;
    toast(t('identity.made', { name: isolated(name) }));
    onClose();
  };
  return (
    <Ask
      title={t('identity.new_title')}
      lead={t('identity.new_lead')}
      does={t('identity.make')}
      busy={busy}
      problem={problem}
      ready={name !== '' && passphrase.value === passphrase.again}
      onDo={() => void make()}
      onClose={onClose}
    >
      <NameField note={words('first.name_note')} value={nickname} first onChange={setNickname} />
      <Textarea
        classNames={fieldLook}
        label={words('first.bio')}
        description={words('first.bio_note')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={bio}
        maxLength={500}
        rows={2}
        onChange={(event) => setBio(event.currentTarget.value)}
      />
      <NewPassphrase
        label={words('first.passphrase')}
        note={words('first.passphrase_note')}
        {...passphrase}
        onChange={(value, again) => setPassphrase({ value, again })}
      />
    </Ask>
  );
}
