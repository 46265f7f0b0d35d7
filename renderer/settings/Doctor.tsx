import { IconRefresh, IconStethoscope } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Check } from '../../shared/bridge/contract.ts';
import { useClock } from '../core/clock.ts';
import { useCommunityName } from '../core/community-name.ts';
import { useApp } from '../core/context.tsx';
import { asProblem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { formatBytes, formatTimeAgo } from '../ui/format.ts';
import { ProblemLine } from '../ui/ProblemLine.tsx';
import { reveal } from '../ui/reveal.ts';
import { reportOf, verdictOf, withVisibleText } from './doctor-summary.ts';
import { useDoctor } from './queries.ts';
import { SettingsSection } from './Section.tsx';
import { StatusItem } from './StatusItem.tsx';

/** The doctor: checks everything that a table needs, and shows the state of each part with a remedy. */
export function Doctor() {
  const { t, i18n } = useTranslation('settings');
  const version = useApp((app) => app.version);
  const { data, error, isFetching, refetch } = useDoctor();
  const now = useClock(data !== undefined && !isFetching, 1000);
  const runButton = (
    <Button aria-disabled={isFetching || undefined} onClick={() => void (isFetching || refetch())}>
      <IconRefresh size={17} stroke={1.75} aria-hidden="true" />
      {t(isFetching ? 'doctor.looking' : data ? 'doctor.again' : 'doctor.look')}
    </Button>
  );
  return (
    <SettingsSection
      title={t('doctor.title')}
      actions={
        data && (
          <>
            {!isFetching && (
              <span className="small dim">
                {t('doctor.looked', { ago: formatTimeAgo(i18n.language, now - data.checkedAt) })}
              </span>
            )}
            {runButton}
          </>
        )
      }
    >
      {error && <ProblemLine problem={asProblem(error)} />}
      {!data && (
        <EmptyState
          icon={<IconStethoscope size={28} stroke={1.5} className="good" aria-hidden="true" />}
          title={t('doctor.not_yet')}
          actions={runButton}
        >
          {t('doctor.not_yet_note')}
        </EmptyState>
      )}
      {data && (
        <Card bodyClassName="col gap3">
          <div className="row gap3" data-testid="verdict" role="status" key={data.checkedAt} ref={reveal}>
            <IconStethoscope size={28} stroke={1.5} className={tones[verdictOf(data.checks)]} aria-hidden="true" />
            <div className="grow">
              <b>{t(`doctor.verdict.${verdictOf(data.checks)}.title`)}</b>
              <p className="small dim">{t(`doctor.verdict.${verdictOf(data.checks)}.note`)}</p>
            </div>
          </div>
          <hr />
          <ul>
            {data.checks.map((check) => (
              <CheckLine key={check.id} check={check} />
            ))}
          </ul>
          <div className="row wrap">
            <CopyButton value={reportOf(version, data.checks)} label={t('doctor.copy')} labelNamesAction />
          </div>
        </Card>
      )}
    </SettingsSection>
  );
}

const tones = { good: 'good', usable: 'warn', attention: 'bad' };

function CheckLine({ check }: { check: Check }) {
  const { t, i18n } = useTranslation('settings');
  const { id, state, code, facts, remedy } = check;
  const community = useCommunityName();
  const visibleFacts = {
    ...withVisibleText(facts),
    ...('community' in facts && { community }),
    ...(typeof facts.bytes === 'number' && { size: formatBytes(i18n.language, facts.bytes) }),
  };
  return (
    <StatusItem
      state={state}
      title={t(`doctor.check.${id}`)}
      detail={t(`doctor.found.${code}`, visibleFacts)}
      remedy={remedy === null ? null : t(`doctor.remedy.${code as 'udp_failed'}`)}
    />
  );
}
