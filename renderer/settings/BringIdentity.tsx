import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../app/context.tsx';
import { toast } from '../app/toast.ts';
import { NameField } from '../identity/NameField.tsx';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { splitWords, wordCount } from '../identity/words.ts';
import { fieldLook } from '../look/fields.ts';
import { Segments } from '../look/Segments.tsx';
import { Ask } from './Ask.tsx';
import { useDeed } from './asking.ts';
import { FileField, type GivenFile } from './FileField.tsx';

const ways = ['words', 'backup', 'key_file'] as const;
type Way = (typeof ways)[number];

/** An identity from elsewhere: by its 24 words, by a sealed file, or by the key file of another client. */
export function BringIdentity({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings');
  const { t: said } = useTranslation('identity');
  const bridge = useBridge();
  const queries = useQueryClient();
  const { busy, problem, run } = useDeed();
  const [way, setWay] = useState<Way>('words');
  const [nickname, setNickname] = useState('');
  const [typed, setTyped] = useState('');
  const [file, setFile] = useState<GivenFile | null>(null);
  const [opens, setOpens] = useState('');
  const [passphrase, setPassphrase] = useState({ value: '', again: '' });
  const name = nickname.trim();
  const words = splitWords(typed);
  const agreed = passphrase.value === passphrase.again;
  const ready = {
    words: name !== '' && words.length === wordCount && agreed,
    backup: file !== null && opens !== '',
    key_file: name !== '' && file !== null && agreed,
  }[way];

  const bring = async () => {
    const own = passphrase.value || null;
    const brought = await run(async () => {
      if (way === 'words') await bridge.identity.add({ nickname: name, bio: '', words, passphrase: own });
      else if (way === 'backup') await bridge.identity.restore({ text: file?.text ?? '', passphrase: opens });
      else await bridge.identity.import_key({ text: file?.text ?? '', nickname: name, bio: '', passphrase: own });
      await queries.invalidateQueries({ queryKey: ['identities'] });
    });
    if (!brought) return;
    toast(t('bring.done'));
    onClose();
  };
  return (
    <Ask
      title={t('bring.title')}
      lead={t(`bring.lead.${way}`)}
      does={t('bring.do')}
      busy={busy}
      problem={problem}
      ready={ready}
      onDo={() => void bring()}
      onClose={onClose}
    >
      <Segments
        label={t('bring.by')}
        value={way}
        options={ways.map((value) => ({ value, label: t(`bring.way.${value}`) }))}
        onChange={(next) => {
          setWay(next);
          setFile(null);
        }}
      />
      {way !== 'words' && (
        <FileField
          label={t(`bring.file.${way}`)}
          file={file}
          onChange={setFile}
          accept={way === 'key_file' ? '.json' : undefined}
        />
      )}
      {way === 'words' && (
        <Textarea
          classNames={fieldLook}
          label={said('restore.words')}
          description={said('restore.counted', { count: words.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          rows={4}
          data-autofocus
          maxLength={600}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {way === 'backup' ? (
        <PassphraseField label={t('bring.opens')} note={t('bring.opens_note')} value={opens} onChange={setOpens} />
      ) : (
        <>
          <NameField note={said('restore.name_note')} value={nickname} onChange={setNickname} />
          <NewPassphrase
            label={said('first.passphrase')}
            note={said('first.passphrase_note')}
            {...passphrase}
            onChange={(value, again) => setPassphrase({ value, again })}
          />
        </>
      )}
    </Ask>
  );
}
