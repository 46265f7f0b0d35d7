import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { CopyButton } from '../look/CopyButton.tsx';
import { shortHash } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { Tag } from '../look/Tag.tsx';
import { TextButton } from '../look/TextButton.tsx';
import { diffLines } from './diff-lines.ts';
import styles from './Studio.module.css';

/** Which protocol this is now, what the newest change made of it, and how large its board is. */
export function ContractFoot({ project }: { project: StudioProject }) {
  const { t } = useTranslation('studio');
  const [open, setOpen] = useState(false);
  const { protocol_id, spec_diff, change, files } = project;
  const lines = spec_diff ? diffLines(spec_diff) : [];
  const kilobytes = Math.ceil(files.reduce((sum, { size_bytes }) => sum + size_bytes, 0) / 1024);
  const changed = change ? change.files.added.length + change.files.removed.length + change.files.changed.length : 0;
  return (
    <footer className={styles.contract}>
      <div className="row small">
        <span className="dim">{t('contract.id')}</span>
        <span className="mono" data-testid="protocol-id">
          {protocol_id === null ? (
            t('contract.none')
          ) : (
            <CopyButton value={protocol_id} shown={shortHash(protocol_id)} />
          )}
        </span>
      </div>
      {spec_diff && (
        <div className="small">
          <Tag tone={spec_diff.same_contract ? 'ok' : 'warn'}>
            {t(spec_diff.same_contract ? 'contract.same' : 'contract.other')}
          </Tag>{' '}
          <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('contract.changes', { count: lines.length })}
          </TextButton>
          {!spec_diff.same_contract && (
            <p className="dim">{t('contract.before', { id: shortHash(spec_diff.before_protocol_id) })}</p>
          )}
        </div>
      )}
      {open && (
        <ul className={`${styles.diff} mono`} data-testid="spec-diff">
          {lines.map(({ id, change: kind, text }) => (
            <li key={id} data-change={kind}>
              {visible(text)}
            </li>
          ))}
        </ul>
      )}
      <p className="small dim">
        {t('contract.size', { count: files.length, size: kilobytes, max: bundleLimits.totalBytes / 1024 })}{' '}
        {changed > 0 && t('contract.files', { count: changed })}
      </p>
    </footer>
  );
}
