import { useTranslation } from 'react-i18next';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { formatBytes } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { useStorage } from './queries.ts';
import { SettingRow, SettingsSection } from './Section.tsx';
import styles from './StorageSection.module.css';

/** The data folder and its disk usage. */
export function StorageSection() {
  const { t, i18n } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useStorage();
  const total = data?.parts.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  return (
    <SettingsSection
      title={t('section.storage')}
      lead={t('storage.lead')}
      actions={
        <Button aria-disabled={isFetching || undefined} onClick={() => void refetch()}>
          {t('storage.again')}
        </Button>
      }
    >
      {isPending && <SkeletonRows rows={3} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data && (
        <>
          <Card title={t('storage.where')} bodyClassName="col">
            <p className="mono wrap" data-testid="data-dir">
              {data.path}
            </p>
            <div className="row wrap">
              <CopyButton value={data.path} label={t('storage.copy')} labelNamesAction />
              <span className="small dim">
                {data.free_bytes !== null && t('storage.free', { size: formatBytes(i18n.language, data.free_bytes) })}
              </span>
            </div>
            <p className="small dim measure">{t('storage.elsewhere')}</p>
          </Card>
          <Card
            title={t('storage.what')}
            headerEnd={<span className="small dim">{formatBytes(i18n.language, total)}</span>}
          >
            {data.parts
              .filter(({ files }) => files > 0)
              .sort((a, b) => b.bytes - a.bytes)
              .map(({ id, bytes, files }) => (
                <SettingRow key={id} label={t(`storage.part.${id}`)} note={t('storage.files', { count: files })}>
                  <span className="small nowrap">{formatBytes(i18n.language, bytes)}</span>
                  <span className={styles.bar} aria-hidden="true">
                    <i style={{ width: `${(bytes / Math.max(1, total)) * 100}%` }} />
                  </span>
                </SettingRow>
              ))}
          </Card>
        </>
      )}
    </SettingsSection>
  );
}
