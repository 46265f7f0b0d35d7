import { IconRefresh, IconStethoscope } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Check } from '../../shared/bridge/contract.ts';
import { useApp } from '../app/context.tsx';
import { asProblem } from '../app/problem.ts';
import { ProblemLine } from '../identity/ProblemLine.tsx';
import { Button } from '../look/Button.tsx';
import { Card } from '../look/Card.tsx';
import { CopyButton } from '../look/CopyButton.tsx';
import { useNow } from '../look/clock.ts';
import { Empty } from '../look/Empty.tsx';
import { useDoctor } from './asking.ts';
import { ago, report, verdict } from './doctor.ts';
import { Fact } from './Fact.tsx';
import { Part } from './Part.tsx';
import styles from './Settings.module.css';

/** Looks at everything a table needs, and says of each part how it stands and what to do. */
export function Doctor() {
  const { t, i18n } = useTranslation('settings');
  const version = useApp((app) => app.version);
  const { data, error, isFetching, dataUpdatedAt, refetch } = useDoctor();
  const now = useNow(data !== undefined && !isFetching, 1000);
  const look = (
    <Button aria-disabled={isFetching || undefined} onClick={() => void (isFetching || refetch())}>
      <IconRefresh size={17} stroke={1.75} aria-hidden="true" />
      {t(isFetching ? 'doctor.looking' : data ? 'doctor.again' : 'doctor.look')}
    </Button>
  );
  return (
    <Part
      title={t('doctor.title')}
      actions={
        data && (
          <>
            <span className="small dim" role="status">
              {isFetching ? '' : t('doctor.looked', { ago: ago(i18n.language, now - dataUpdatedAt) })}
            </span>
            {look}
          </>
        )
      }
    >
      {error && <ProblemLine problem={asProblem(error)} />}
      {!data && (
        <Empty
          icon={<IconStethoscope size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('doctor.not_yet')}
          actions={look}
        >
          {t('doctor.not_yet_note')}
        </Empty>
      )}
      {data && (
        <Card>
          <div className={styles.sum} data-testid="verdict">
            <IconStethoscope size={28} stroke={1.5} className={tones[verdict(data)]} aria-hidden="true" />
            <div className="grow">
              <b>{t(`doctor.verdict.${verdict(data)}.title`)}</b>
              <p className="small dim">{t(`doctor.verdict.${verdict(data)}.note`)}</p>
            </div>
          </div>
          <ul>
            {data.map((check) => (
              <CheckLine key={check.id} check={check} />
            ))}
          </ul>
          <div className={styles.buttons}>
            <CopyButton value={report(version, data)} shown={t('doctor.copy')} named />
          </div>
        </Card>
      )}
    </Part>
  );
}

const tones = { well: 'good', near: 'warn', mend: 'bad' };

function CheckLine({ check }: { check: Check }) {
  const { t } = useTranslation('settings');
  return <Fact state={check.state} title={t(`doctor.check.${check.id}`)} detail={check.found} remedy={check.remedy} />;
}
