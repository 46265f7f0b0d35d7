import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { SpecDiff } from '../../../shared/protocol/diff.ts';
import { setQuery, useQueryParameter } from '../../core/hash-location.ts';
import { comparePath, protocolPath } from '../../core/protocol-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { usePageTitle } from '../../ui/Page.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { BackLink } from '../page/BackLink.tsx';
import pageLayout from '../page/PageLayout.module.css';
import { useDiff, useProtocol } from '../queries.ts';
import { ChangeList } from './ChangeList.tsx';
import styles from './ComparePage.module.css';
import { changeLines, parts } from './changes.ts';
import { JsonDiff } from './JsonDiff.tsx';
import { ProtocolPicker } from './ProtocolPicker.tsx';

interface ComparePageProps {
  /** Null until one is picked. */
  before: string | null;
  after: string | null;
}

/** Compares two protocols, by part or as JSON. The URL holds both ids. */
export function ComparePage({ before, after }: ComparePageProps) {
  const { t } = useTranslation('protocols');
  const { t: tApp } = useTranslation();
  const [, navigate] = useLocation();
  const asJson = useQueryParameter('as') === 'json';
  const { data, error, refetch } = useDiff(before, after);
  usePageTitle(tApp('room.protocols'));
  const showComparison = (beforeQuery: string | null, afterQuery: string | null) =>
    navigate(beforeQuery === null ? '/protocols/compare' : comparePath(beforeQuery, afterQuery), {
      replace: before === null,
    });
  return (
    <section className={pageLayout.room} aria-labelledby="compare-title">
      <header className={pageLayout.head}>
        <BackLink />
        <h1 id="compare-title">{t('compare_title')}</h1>
        <span className="end">
          <Segments
            label={t('compare_as')}
            value={asJson ? 'json' : 'words'}
            options={[
              { value: 'words', label: t('in_words') },
              { value: 'json', label: t('as_json') },
            ]}
            onChange={(value) => setQuery({ as: value === 'json' ? 'json' : null }, { replace: true })}
          />
        </span>
      </header>
      <div className={styles.picks}>
        <ProtocolPicker label={t('before')} value={before} onPick={(id) => showComparison(id, after)} />
        <Button
          iconOnly
          aria-label={t('swap')}
          title={t('swap')}
          disabled={before === null || after === null}
          onClick={() => before !== null && after !== null && showComparison(after, before)}
        >
          <IconArrowsLeftRight size={17} stroke={1.75} aria-hidden="true" />
        </Button>
        <ProtocolPicker
          label={t('after')}
          value={after}
          onPick={(id) => (before === null ? showComparison(id, null) : showComparison(before, id))}
        />
      </div>
      <div className={pageLayout.body}>
        {before === null || after === null ? (
          <p className="dim measure">{t('compare_hint')}</p>
        ) : error ? (
          <ProblemState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={5} />
        ) : (
          <>
            <Verdict diff={data} />
            {asJson ? <JsonTexts before={before} after={after} /> : <ChangesByPart diff={data} />}
          </>
        )}
      </div>
    </section>
  );
}

function Verdict({ diff }: { diff: SpecDiff }) {
  const { t } = useTranslation('protocols');
  const count = changeLines(diff).length;
  const sameContract = diff.same_contract;
  return (
    <p className={styles.verdict} data-same={sameContract || undefined} role="status">
      <b>{t(sameContract ? (count === 0 ? 'identical' : 'same_contract') : 'contract_change')}</b>
      <SentenceSpace />
      {count > 0 && t(sameContract ? 'same_contract_means' : 'contract_change_means')}
      <SentenceSpace />
      {count > 0 && <span className="dim">{t('change_count', { count })}</span>}
    </p>
  );
}

function ChangesByPart({ diff }: { diff: SpecDiff }) {
  const { t } = useTranslation('protocols');
  const lines = changeLines(diff);
  const changedParts = parts.filter((part) => lines.some((line) => line.part === part));
  return (
    <div className={styles.parts}>
      {changedParts.map((part) => {
        const partLines = lines.filter((line) => line.part === part);
        return (
          <Card
            key={part}
            title={t(`part.${part}`)}
            headerEnd={<span className="small dim">{t('change_count', { count: partLines.length })}</span>}
            bodyClassName={pageLayout.flush}
          >
            <ChangeList lines={partLines} label={t(`part.${part}`)} />
          </Card>
        );
      })}
      <p className="row small">
        <Link href={protocolPath(diff.before_protocol_id)}>{t('open_before')}</Link>
        <Link href={protocolPath(diff.after_protocol_id)}>{t('open_after')}</Link>
      </p>
    </div>
  );
}

function JsonTexts({ before, after }: { before: string; after: string }) {
  const beforeQuery = useProtocol(before);
  const afterQuery = useProtocol(after);
  const error = beforeQuery.error ?? afterQuery.error;
  const retry = () => {
    void beforeQuery.refetch();
    void afterQuery.refetch();
  };
  if (error) return <ProblemState error={error} onRetry={retry} />;
  if (!beforeQuery.data || !afterQuery.data) return <SkeletonRows rows={5} />;
  return <JsonDiff before={beforeQuery.data.spec_text} after={afterQuery.data.spec_text} />;
}
