import { IconFile } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { FileButton } from '../ui/FileButton.tsx';
import { reveal } from '../ui/reveal.ts';

export interface TextFile {
  name: string;
  text: string;
}

/** In bytes; key files and backups are much smaller. */
const maxBytes = 65_536;

interface KeyFileFieldProps {
  label: string;
  file: TextFile | null;
  /** The form was submitted without a file. */
  missing: boolean;
  onChange(file: TextFile | null): void;
  accept?: string | undefined;
}

/** Chooses a key file or backup and reads its text. */
export function KeyFileField({ label, file, missing, onChange, accept }: KeyFileFieldProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const readFile = async (selectedFile: File) => {
    const isSmallEnough = selectedFile.size <= maxBytes;
    setTooLarge(!isSmallEnough);
    onChange(isSmallEnough ? { name: selectedFile.name, text: await selectedFile.text() } : null);
  };
  return (
    <div className="col">
      <span id={id} className="small strong dim">
        {label}
      </span>
      <div className="row wrap">
        <FileButton accept={accept} aria-describedby={id} onFile={(selectedFile) => void readFile(selectedFile)}>
          <IconFile size={17} stroke={1.75} aria-hidden="true" />
          {t('file.choose')}
        </FileButton>
        <span className="small dim">{file ? escapeInvisible(file.name) : t('file.none')}</span>
      </div>
      {(tooLarge || missing) && (
        <p className="small bad" role="alert" ref={reveal}>
          {t(tooLarge ? 'file.too_large' : 'file.missing')}
        </p>
      )}
    </div>
  );
}
