import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import styles from './Compare.module.css';
import { type DiffLine, folded, jsonLines, lineDiff } from './json-lines.ts';

const signs = { same: ' ', added: '+', removed: '−' };

/** Both texts with their members in one order, line by line. */
export function JsonDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('protocols');
  const [whole, setWhole] = useState(false);
  const lines = useMemo(
    () => lineDiff(jsonLines(before, { sorted: true }), jsonLines(after, { sorted: true })),
    [before, after],
  );
  const shown = useMemo(() => (whole ? lines : folded(lines)), [lines, whole]);
  return (
    <div className={styles.json}>
      <div className={`${styles.jsonhead} row small dim`}>
        <span className="grow">{t('json_about')}</span>
        <TextButton onClick={() => setWhole(!whole)}>{t(whole ? 'only_changes' : 'whole_text')}</TextButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className={styles.jsonlines} tabIndex={0} aria-label={t('as_json')}>
        {shown.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <JsonLine key={at} line={line} />
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
    <p className={styles.jsonline} data-change={line.kind === 'same' ? undefined : line.kind}>
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
      <bdi>{visible(line.text)}</bdi>
    </p>
  );
}
