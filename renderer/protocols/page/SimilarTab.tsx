import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ProtocolPage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useDeprecations } from '../../core/deprecations.ts';
import { comparePath, protocolPath } from '../../core/protocol-paths.ts';
import { useLabelBook } from '../../core/use-labels.ts';
import { DeprecatedTag } from '../../hosting/DeprecatedTag.tsx';
import { Card } from '../../ui/Card.tsx';
import { shortHash } from '../../ui/format.ts';
import { Tag } from '../../ui/Tag.tsx';
import pageLayout from './PageLayout.module.css';
import styles from './SimilarTab.module.css';

/** Protocols with a similar structure, most similar first. */
export function SimilarTab({ page }: { page: ProtocolPage }) {
  const { t, i18n } = useTranslation('protocols');
  const book = useLabelBook();
  const { community, protocol_id } = page;
  const similar = community?.similar ?? null;
  const deprecations = useDeprecations(similar?.results.map((result) => result.protocol_id) ?? []);
  const percentFormat = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={pageLayout.column}>
      <p className="small dim measure">{t('similar.about')}</p>
      {similar && similar.results.length === 0 && <p className="dim">{t('similar.none')}</p>}
      {!similar && <p className="dim">{t('similar.unknown')}</p>}
      {similar && similar.results.length > 0 && (
        <Card
          title={t('similar.title')}
          headerEnd={<span className="small dim">{t('similar.count', { count: similar.total })}</span>}
          bodyClassName={pageLayout.flush}
        >
          <ul aria-label={t('similar.title')}>
            {similar.results.map(book.protocol).map((protocol) => (
              <li key={protocol.protocol_id} className={styles.row}>
                <span className="grow row wrap">
                  <Link href={protocolPath(protocol.protocol_id)} className="strong">
                    <bdi>{protocol.name === null ? t('similar.nameless') : escapeInvisible(protocol.name)}</bdi>
                  </Link>
                  <span className="mono small faint">{shortHash(protocol.protocol_id)}</span>
                  {deprecations.has(protocol.protocol_id) && <DeprecatedTag />}
                  {protocol.param_types_match && <Tag tone="good">{t('similar.same_options')}</Tag>}
                </span>
                <span className={styles.share}>
                  <meter min={0} max={1} value={protocol.similarity} aria-hidden="true" />
                  {t('similar.share', { share: percentFormat.format(protocol.similarity) })}
                </span>
                <Link className="small nowrap" href={comparePath(protocol.protocol_id, protocol_id)}>
                  {t('family.compare')}
                  <span className="offscreen"> {escapeInvisible(protocol.name ?? protocol.protocol_id)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
