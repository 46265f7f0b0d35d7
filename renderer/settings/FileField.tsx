import { IconFile } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../look/Button.tsx';
import { visible } from '../look/peer-text.ts';

export interface GivenFile {
  name: string;
  text: string;
}

/** A file that holds one key is small. */
const longest = 65_536;

interface FileFieldProps {
  label: string;
  file: GivenFile | null;
  onChange(file: GivenFile | null): void;
  accept?: string | undefined;
}

/** A small text file of the person's own choice. */
export function FileField({ label, file, onChange, accept }: FileFieldProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState(false);
  const read = async (given: File | undefined) => {
    if (!given) return;
    const fits = given.size <= longest;
    setWrong(!fits);
    onChange(fits ? { name: given.name, text: await given.text() } : null);
  };
  return (
    <div className="col">
      <label htmlFor={id} className="small strong dim">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        className="offscreen"
        tabIndex={-1}
        accept={accept}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <div className="row wrap">
        <Button onClick={() => input.current?.click()}>
          <IconFile size={17} stroke={1.75} aria-hidden="true" />
          {t('file.choose')}
        </Button>
        <span className="small dim">{file ? visible(file.name) : t('file.none')}</span>
      </div>
      {wrong && (
        <p className="small bad" role="alert">
          {t('file.too_large')}
        </p>
      )}
    </div>
  );
}
