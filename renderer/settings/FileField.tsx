import { IconFile } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../shared/peer-text.ts';
import { FileButton } from '../ui/FileButton.tsx';

export interface TextFile {
  name: string;
  text: string;
}

/** Bytes; far above any key file. */
const maxBytes = 65_536;

interface FileFieldProps {
  label: string;
  file: TextFile | null;
  onChange(file: TextFile | null): void;
  accept?: string | undefined;
}

/** Picks a small text file. */
export function FileField({ label, file, onChange, accept }: FileFieldProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const read = async (given: File) => {
    const fits = given.size <= maxBytes;
    setTooLarge(!fits);
    onChange(fits ? { name: given.name, text: await given.text() } : null);
  };
  return (
    <div className="col">
      <span id={id} className="small strong dim">
        {label}
      </span>
      <div className="row wrap">
        <FileButton accept={accept} aria-describedby={id} onFile={(given) => void read(given)}>
          <IconFile size={17} stroke={1.75} aria-hidden="true" />
          {t('file.choose')}
        </FileButton>
        <span className="small dim">{file ? visible(file.name) : t('file.none')}</span>
      </div>
      {tooLarge && (
        <p className="small bad" role="alert">
          {t('file.too_large')}
        </p>
      )}
    </div>
  );
}
