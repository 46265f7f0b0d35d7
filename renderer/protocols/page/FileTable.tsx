import { useTranslation } from 'react-i18next';
import type { ProtocolBoard } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatBytes, shortHash } from '../../ui/format.ts';
import dataTable from './DataTable.module.css';
import styles from './FileTable.module.css';

/** The files of a board with size and hash. */
export function FileTable({ board }: { board: ProtocolBoard }) {
  const { t, i18n } = useTranslation('protocols');
  return (
    <div className={dataTable.scroller}>
      <table className={dataTable.table} aria-label={t('board.table')}>
        <thead>
          <tr>
            <th scope="col">{t('col.file')}</th>
            <th scope="col" className={dataTable.number}>
              {t('col.size')}
            </th>
            <th scope="col">{t('col.hash')}</th>
          </tr>
        </thead>
        <tbody>
          {board.files.map(({ path, content_hash, size_bytes }) => (
            <tr key={path}>
              <th scope="row">
                <bdi className={styles.path}>{escapeInvisible(path)}</bdi>
              </th>
              <td className={dataTable.number}>{formatBytes(i18n.language, size_bytes)}</td>
              <td>
                <CopyButton value={content_hash} label={shortHash(content_hash)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
