import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './JsonDiff.module.css';
import { jsonLines } from './json-lines.ts';
import { type DiffLine, foldLines, lineDiff } from './line-diff.ts';

const signs = { same: ' ', added: '+', removed: '−' };

/** A line diff of two JSON texts; the order of members is ignored. */
export function JsonDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('protocols');
  const [showAll, setShowAll] = useState(false);
  const lines = useMemo(
    () => lineDiff(jsonLines(before, { sorted: true }), jsonLines(after, { sorted: true })),
    [before, after],
  );
  const visibleLines = useMemo(() => (showAll ? lines : foldLines(lines)), [lines, showAll]);
  return (
    <div className={styles.json}>
      <div className={`${styles.head} row small dim`}>
        <span className="grow">{t('json_about')}</span>
        <TextButton onClick={() => setShowAll(!showAll)}>{t(showAll ? 'only_changes' : 'whole_text')}</TextButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <section className={styles.lines} tabIndex={0} aria-label={t('as_json')}>
        {visibleLines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          <JsonLine key={index} line={line} />
        ))}
      </section>
    </div>
  );
}

function JsonLine({ line }: { line: DiffLine }) {
  const { t } = useTranslation('protocols');
  if (line.kind === 'skipped') {
    return <p className={styles.skipped}>{t('equal_lines', { count: line.count })}</p>;
  }
  const before = line.kind === 'added' ? '' : line.before;
  const after = line.kind === 'removed' ? '' : line.after;
  return (
    <p className={styles.line} data-change={line.kind === 'same' ? undefined : line.kind}>
      <span className={styles.number} aria-hidden="true">
        {before}
      </span>
      <span className={styles.number} aria-hidden="true">
        {after}
      </span>
      <span className={styles.sign}>
        <span aria-hidden="true">{signs[line.kind]}</span>
        {line.kind !== 'same' && <span className="offscreen">{t(`words.${line.kind}`)} </span>}
      </span>
      <bdi>{escapeInvisible(line.text)}</bdi>
    </p>
  );
}
