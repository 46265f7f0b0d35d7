import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatBytes } from '../../ui/format.ts';
import { jsonLines } from '../compare/json-lines.ts';
import styles from './SourceTab.module.css';

/** The spec's JSON, indented; numbers keep their digits. */
export function SourceTab({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const { spec_text, protocol_id } = page;
  const lines = useMemo(() => jsonLines(spec_text), [spec_text]);
  return (
    <div className="col">
      <div className="row wrap small dim">
        <span>
          {t('source_about', { size: formatBytes(i18n.language, new TextEncoder().encode(spec_text).length) })}
        </span>
        <span className="end row wrap">
          <span className="faint">{t('source_id')}</span>
          <CopyButton value={protocol_id} />
          <CopyButton labelNamesAction value={spec_text} label={t('copy_spec')} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={styles.source} tabIndex={0} aria-label={t('tab.source')}>
        <pre>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            <span key={index} className={styles.line}>
              <i aria-hidden="true">{index + 1}</i>
              <bdi>{escapeInvisible(line)}</bdi>
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </div>
  );
}
