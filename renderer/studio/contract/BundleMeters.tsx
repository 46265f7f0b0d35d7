import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { bundleLimits } from '../../../shared/bundle/limits.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './ContractFooter.module.css';

const kibibytes = (bytes: number): number => Math.ceil(bytes / 1024);

/** The files of the board compared with their limits: each file, their number, and their total size. */
export function BundleMeters({ project: { files, change } }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const [open, setOpen] = useState(false);
  const totalBytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const changeCount = change
    ? change.files.added.length + change.files.removed.length + change.files.changed.length
    : 0;
  return (
    <div className="col gap1 small">
      <p className="dim">
        {t('contract.size', {
          count: files.length,
          size: kibibytes(totalBytes),
          max: kibibytes(bundleLimits.totalBytes),
        })}
        <SentenceSpace />
        {changeCount > 0 && t('contract.files', { count: changeCount })}{' '}
        {files.length > 0 && (
          <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('contract.each')}
          </TextButton>
        )}
      </p>
      <Meter label={t('contract.total')} value={totalBytes} max={bundleLimits.totalBytes} />
      {open && (
        <>
          <Meter label={t('contract.count')} value={files.length} max={bundleLimits.files} />
          <ul className={styles.files} data-testid="bundle-files">
            {files
              .toSorted((a, b) => b.size_bytes - a.size_bytes)
              .map(({ path, size_bytes }) => (
                <li key={path}>
                  <span className="mono truncate">{escapeInvisible(path)}</span>
                  <span className="dim">
                    {t('contract.file_size', {
                      size: kibibytes(size_bytes),
                      max: kibibytes(bundleLimits.fileBytes),
                    })}
                  </span>
                  <Meter label={escapeInvisible(path)} value={size_bytes} max={bundleLimits.fileBytes} />
                </li>
              ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The share of a limit from which its meter warns. */
const highShare = 0.8;

function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <meter
      className={styles.meter}
      aria-label={label}
      title={label}
      min={0}
      max={max}
      high={max * highShare}
      value={value}
    />
  );
}
