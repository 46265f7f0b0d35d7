import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanName } from '../../shared/peer-text.ts';
import { useBridge } from '../core/context.tsx';
import { toast } from '../core/toast.ts';
import { useAction } from '../core/use-action.ts';
import { NameField } from '../identity/NameField.tsx';
import { nameFault } from '../identity/name-error.ts';
import { NewPassphrase, PassphraseField } from '../identity/PassphraseField.tsx';
import { splitWords } from '../identity/recovery-phrase.ts';
import { useWordsError } from '../identity/words-error.ts';
import { fieldClasses } from '../ui/field-classes.ts';
import { Segments } from '../ui/Segments.tsx';
import { useFormCheck } from '../ui/use-form-check.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { KeyFileField, type TextFile } from './KeyFileField.tsx';

const sources = ['words', 'backup', 'key_file'] as const;
type Source = (typeof sources)[number];

/** Adds an existing identity: from its recovery phrase, a backup file, or the key file of another client. */
export function ImportIdentity({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('settings');
  const { t: tIdentity } = useTranslation('identity');
  const bridge = useBridge();
  const queries = useQueryClient();
  const { busy, problem, run } = useAction();
  const [source, setSource] = useState<Source>('words');
  const [nickname, setNickname] = useState('');
  const [phraseText, setPhraseText] = useState('');
  const [file, setFile] = useState<TextFile | null>(null);
  const [backupPassphrase, setBackupPassphrase] = useState('');
  const [passphrase, setPassphrase] = useState({ value: '', repetition: '' });
  const name = cleanName(nickname);
  const words = splitWords(phraseText);
  const wordsError = useWordsError()(words);
  const formCheck = useFormCheck();
  const isNameValid = name === '' ? source === 'words' : nameFault(nickname) === null;
  const passphrasesMatch = passphrase.value === passphrase.repetition;
  const ready = {
    words: wordsError === null && isNameValid && passphrasesMatch,
    backup: file !== null && backupPassphrase !== '',
    key_file: isNameValid && file !== null && passphrasesMatch,
  }[source];

  const add = async () => {
    const newPassphrase = passphrase.value || null;
    const succeeded = await run(async () => {
      if (source === 'words')
        await bridge.identity.add({ ...(name && { nickname: name }), bio: '', words, passphrase: newPassphrase });
      else if (source === 'backup')
        await bridge.identity.restore({ text: file?.text ?? '', passphrase: backupPassphrase });
      else
        await bridge.identity.import_key({
          text: file?.text ?? '',
          nickname: name,
          bio: '',
          passphrase: newPassphrase,
        });
      await queries.invalidateQueries({ queryKey: ['identities'] });
    });
    if (!succeeded) return;
    toast(t('bring.done'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('bring.title')}
      lead={t(`bring.lead.${source}`)}
      confirmLabel={t('bring.do')}
      busy={busy}
      problem={problem}
      ready={ready}
      formCheck={formCheck}
      onConfirm={() => void add()}
      onClose={onClose}
    >
      <Segments
        label={t('bring.by')}
        value={source}
        options={sources.map((value) => ({ value, label: t(`bring.way.${value}`) }))}
        onChange={(next) => {
          setSource(next);
          setFile(null);
        }}
      />
      {source !== 'words' && (
        <KeyFileField
          label={t(`bring.file.${source}`)}
          file={file}
          missing={formCheck.checked && file === null}
          onChange={setFile}
          accept={source === 'key_file' ? '.json' : undefined}
        />
      )}
      {source === 'words' && (
        <Textarea
          classNames={fieldClasses}
          label={tIdentity('restore.words')}
          description={tIdentity('restore.counted', { count: words.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={formCheck.checked ? wordsError : null}
          value={phraseText}
          rows={4}
          data-autofocus
          maxLength={600}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setPhraseText(event.currentTarget.value)}
        />
      )}
      {source === 'backup' ? (
        <PassphraseField
          label={t('bring.opens')}
          note={t('bring.opens_note')}
          missing={formCheck.checked && backupPassphrase === ''}
          value={backupPassphrase}
          onChange={setBackupPassphrase}
        />
      ) : (
        <>
          <NameField
            note={tIdentity(source === 'words' ? 'restore.name_unreachable' : 'first.name_note')}
            checked={formCheck.checked}
            optional={source === 'words'}
            value={nickname}
            onChange={setNickname}
          />
          <NewPassphrase
            label={tIdentity('first.passphrase')}
            note={tIdentity('first.passphrase_note')}
            {...passphrase}
            checked={formCheck.checked}
            onChange={(value, repetition) => setPassphrase({ value, repetition })}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
