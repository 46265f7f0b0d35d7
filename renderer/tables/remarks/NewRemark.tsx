import { useTranslation } from 'react-i18next';
import { isolatedName } from '../../../shared/peer-text.ts';
import type { Remark } from '../../../shared/tables/remarks.ts';
import styles from './NewRemark.module.css';
import { useRemarkText } from './use-remark-text.ts';

/** What the other side has just said, in the decision bar, where it covers nothing. RemarkNarrator says it to screen readers. */
export function NewRemark({ remark, nickname }: { remark: Remark; nickname: string }) {
  const { t } = useTranslation('tables');
  const text = useRemarkText()(remark);
  return (
    <span className={styles.remark} data-testid="new-remark" aria-hidden="true" title={text}>
      {t('remarks.says', { name: isolatedName(nickname) })} <bdi dir="auto">{text}</bdi>
    </span>
  );
}
