import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './Gallery.module.css';
import type { Pictures } from './use-pictures.ts';

/** Takes pictures of the board, keeps the first ones in the project's folder, and compares later ones with them. */
export function PictureBar({ pictures }: { pictures: Pictures }) {
  const { t } = useTranslation('studio');
  const { keptCount, comparison, busy, problem, compare, settle } = pictures;
  if (keptCount === null) return problem && <ProblemLine problem={problem} />;
  const results = comparison?.results ?? [];
  const unsettled = results.filter(({ state }) => state === 'changed' || state === 'new');
  return (
    <div className={styles.pictures}>
      <Button aria-disabled={busy || undefined} onClick={() => !busy && compare()}>
        {t(keptCount === 0 ? 'pictures.keep_first' : 'pictures.compare')}
      </Button>
      {unsettled.length > 1 && (
        <Button aria-disabled={busy || undefined} onClick={() => !busy && settle(unsettled, true)}>
          {t('pictures.keep_all', { count: unsettled.length })}
        </Button>
      )}
      <p className="small dim" role="status">
        {busy
          ? t('pictures.taking')
          : comparison !== null && unsettled.length > 0
            ? t('pictures.differ', { count: unsettled.length, of: results.length })
            : comparison !== null && results.length > 0
              ? t('pictures.same', { count: results.length })
              : t('pictures.kept', { count: keptCount })}
      </p>
      {unsettled.length > 0 && comparison?.other_browser != null && (
        <p className="small warn">
          {t('pictures.other_browser', { before: comparison.other_browser, now: comparison.browser })}
        </p>
      )}
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}
