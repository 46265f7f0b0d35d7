import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BoardImport } from '../../../shared/bridge/board-import.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { positionText, useStudioProblemText } from '../problems/problem-text.ts';
import styles from './ImportedChanges.module.css';

/** What an import changes in the page, what can't work in a board, and the files that it writes. */
export function ImportedChanges({ result: { moves, problems, written } }: { result: BoardImport }) {
  const { t } = useTranslation('studio');
  const problemText = useStudioProblemText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={`col ${styles.changes}`} tabIndex={0} aria-label={t('import.changes')}>
      <h3>{t('import.changes')}</h3>
      {moves.length === 0 && <p className="small dim">{t('import.nothing_moves')}</p>}
      <ul className="small">
        {moves.map(({ code, page, line, file, source }) => (
          <li key={`${line} ${code} ${file} ${source}`} data-move={code}>
            <span className="mono faint">{escapeInvisible(`${page}:${line}`)}</span>{' '}
            {t(`import.move.${code}`, { file: escapeInvisible(file), source: escapeInvisible(source) })}
          </li>
        ))}
      </ul>
      <h3>{t('import.cannot')}</h3>
      {problems.length === 0 && <p className="small dim">{t('import.all_works')}</p>}
      <ul className="small">
        {problems.map((problem) => {
          const { title, body } = problemText(problem);
          const isError = problem.severity === 'error';
          const Icon = isError ? IconCircleX : IconAlertTriangle;
          return (
            <li key={problem.id} className="row top" data-problem={problem.kind}>
              <Icon size={17} stroke={1.75} className={isError ? 'bad' : 'warn'} aria-hidden="true" />
              <span className="grow">
                <b>{title}</b> {body} <span className="mono faint">{positionText(problem)}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <h3>{t('import.written')}</h3>
      <p className="small mono">{written.map(escapeInvisible).join(', ')}</p>
    </section>
  );
}
