import { useTranslation } from 'react-i18next';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { StillRows } from '../look/StillRows.tsx';
import { useStorage } from './asking.ts';
import { Line, Part } from './Part.tsx';
import styles from './Settings.module.css';
import { sized } from './size.ts';

/** Where everything lies, and how much room it takes. */
export function StorageSection() {
  const { t, i18n } = useTranslation('settings');
  const { data, error, isPending, isFetching, refetch } = useStorage();
  const whole = data?.parts.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  return (
    <Part
      title={t('section.storage')}
      lead={t('storage.lead')}
      actions={
        <Button aria-disabled={isFetching || undefined} onClick={() => void refetch()}>
          {t('storage.again')}
        </Button>
      }
    >
      {isPending && <StillRows rows={3} />}
      {error && <ProblemLine problem={asProblem(error)} />}
      {data && (
        <>
          <Card title={t('storage.where')}>
            <p className={styles.path} data-testid="data-dir">
              {data.path}
            </p>
            <div className={styles.buttons}>
              <CopyButton value={data.path} shown={t('storage.copy')} named />
              <span className="small dim">
                {data.free_bytes !== null && t('storage.free', { size: sized(i18n.language, data.free_bytes) })}
              </span>
            </div>
            <p className="small dim measure" style={{ marginTop: 8 }}>
              {t('storage.elsewhere')}
            </p>
          </Card>
          <Card title={t('storage.what')} state={<span className="small dim">{sized(i18n.language, whole)}</span>}>
            {data.parts
              .filter(({ files }) => files > 0)
              .sort((a, b) => b.bytes - a.bytes)
              .map(({ id, bytes, files }) => (
                <Line key={id} label={t(`storage.part.${id}`)} note={t('storage.files', { count: files })}>
                  <span className="small nowrap">{sized(i18n.language, bytes)}</span>
                  <span className={styles.bar} aria-hidden="true">
                    <i style={{ width: `${(bytes / Math.max(1, whole)) * 100}%` }} />
                  </span>
                </Line>
              ))}
          </Card>
        </>
      )}
    </Part>
  );
}
