import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdversaryRun, TrialFinding } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { English } from '../../locales/en.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { Excerpt } from '../problems/Excerpt.tsx';
import styles from './Trials.module.css';

type AttackName = keyof English['studio']['trial']['attack'];

type Report = NonNullable<AdversaryRun['report']>;
interface Place {
  projectId: string;
  /** Null if lines can't be shown, because the files have changed. */
  version: number | null;
}

const icons = {
  holes: IconCircleX,
  failures: IconCircleX,
  not_proven: IconAlertTriangle,
  nothing_found: IconCircleCheck,
} as const;
const tones = { holes: 'bad', failures: 'bad', not_proven: 'warn', nothing_found: 'good' } as const;

/** The verdict in words, what was accepted, and what was never reached. */
export function AdversaryReport({ projectId, version, ...report }: Place & Report) {
  const { t } = useTranslation('studio');
  const { verdict, findings, finding_count, unreached, unreached_count, games, messages } = report;
  const Icon = icons[verdict];
  return (
    <div className="col" data-verdict={verdict}>
      <div className={styles.verdict} role="status">
        <Icon size={20} stroke={1.75} className={tones[verdict]} aria-hidden="true" />
        <div>
          <b>{t(`trial.verdict.${verdict}`)}</b>
          <p className="small">{t(`trial.verdict_note.${verdict}`)}</p>
          <p className="small dim">{t('trial.told', { messages, games })}</p>
        </div>
      </div>
      {findings.length > 0 && (
        <ul className={styles.list}>
          {findings.map((finding) => (
            <li key={JSON.stringify(finding)} data-finding={finding.outcome}>
              <Finding projectId={projectId} version={version} finding={finding} />
            </li>
          ))}
        </ul>
      )}
      {finding_count > findings.length && (
        <p className="small dim">{t('trial.unlisted', { count: finding_count - findings.length })}</p>
      )}
      {unreached.length > 0 && (
        <details>
          <summary>{t('trial.unreached')}</summary>
          <p className="small dim">{t('trial.unreached_note')}</p>
          <ul className="small">
            {unreached.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {t(`trial.unreached_kind.${kind}`)} <span className="mono">{escapeInvisible(name)}</span>
              </li>
            ))}
          </ul>
          {unreached_count > unreached.length && (
            <p className="small dim">{t('trial.unlisted', { count: unreached_count - unreached.length })}</p>
          )}
        </details>
      )}
    </div>
  );
}

function Finding({ projectId, version, finding }: Place & { finding: TrialFinding }) {
  const { t, i18n } = useTranslation('studio');
  const [open, setOpen] = useState(false);
  const { outcome, attack, from, action, field, number, message, method, line, count, failure } = finding;
  const title = t(`trial.finding.${outcome}`, {
    method: method ?? t('trial.engine'),
    action: escapeInvisible(action ?? ''),
    attack: i18n.exists(`studio:trial.attack.${attack}`) ? t(`trial.attack.${attack as AttackName}`) : (attack ?? ''),
  });
  const place = { number, seat: from && t(`role.${from}`) };
  return (
    <>
      <b className={outcome === 'undecided' ? 'warn' : 'bad'}>{title}</b>
      {failure !== null && <p className="small">{escapeInvisible(failure)}</p>}
      {number !== null && (
        <p className="small dim">
          {field === null
            ? t('trial.place', place)
            : t('trial.place_field', { ...place, field: escapeInvisible(field) })}
          {count > 1 && ` · ${t('trial.more_alike', { count })}`}
        </p>
      )}
      {message !== null && <pre className={`${styles.message} mono`}>{escapeInvisible(message)}</pre>}
      {line !== null && (
        <p className="small">
          {method !== null && outcome !== 'failed' && <>{t('trial.begins', { method })} </>}
          <span className="mono">hooks.js:{line}</span>{' '}
          {version !== null && (
            <TextButton aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'excerpt.hide' : 'excerpt.show')}
            </TextButton>
          )}
        </p>
      )}
      {open && line !== null && version !== null && (
        <Excerpt projectId={projectId} version={version} file="hooks.js" line={line} />
      )}
    </>
  );
}
