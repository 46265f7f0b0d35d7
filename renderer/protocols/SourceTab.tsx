import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProtocolPage } from '../../shared/bridge/contract.ts';
import { CopyButton } from '../look/CopyButton.tsx';
import { bytes } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { jsonLines } from './json-lines.ts';
import styles from './Protocol.module.css';

/** The spec as it was written, number by number; only its lines are ours. */
export function SourceTab({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const { spec_text, protocol_id } = page;
  const lines = useMemo(() => jsonLines(spec_text), [spec_text]);
  return (
    <div className="col">
      <div className="row wrap small dim">
        <span>{t('source_about', { size: bytes(i18n.language, new TextEncoder().encode(spec_text).length) })}</span>
        <span className="end row wrap">
          <span className="faint">{t('source_id')}</span>
          <CopyButton value={protocol_id} />
          <CopyButton named value={spec_text} shown={t('copy_spec')} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.source} tabIndex={0} aria-label={t('tab.source')}>
        <pre>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
            <span key={at} className={styles.sourceline}>
              <i aria-hidden="true">{at + 1}</i>
              <bdi>{visible(line)}</bdi>
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </div>
  );
}
