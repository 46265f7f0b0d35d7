import {
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconLoader2,
  IconProgress,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PublicationView } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { formatBytes } from '../../ui/format.ts';
import styles from './Publish.module.css';

const icons = {
  waiting: IconCircle,
  working: IconProgress,
  done: IconCircleCheck,
  skipped: IconCircleDashed,
  failed: IconCircleX,
} as const;
const fileIcons = { waiting: IconCircle, sending: IconLoader2, sent: IconCircleCheck } as const;
const tones = { waiting: 'faint', working: 'warn', done: 'good', skipped: 'faint', failed: 'bad' } as const;

/** The steps of a publication; the board's files are listed while they upload and if that fails. */
export function PublishSteps({ view }: { view: PublicationView }) {
  const { t } = useTranslation('publishing');
  const { steps } = view;
  const current = steps.find(({ state }) => state === 'working')?.step;
  const showsFiles = steps.some(({ step, state }) => step === 'files' && (state === 'working' || state === 'failed'));
  return (
    <>
      <p className="offscreen" role="status">
        {current && t('now', { step: t(`step.${current}`) })}
      </p>
      <ol className={styles.list} aria-label={t('steps')}>
        {steps.map(({ step, state }) => {
          const Icon = icons[state];
          return (
            <li key={step} data-step={step} data-state={state}>
              <div className="row">
                <Icon size={20} stroke={1.75} className={tones[state]} aria-hidden="true" />
                <span className={`grow ${state === 'waiting' || state === 'skipped' ? 'dim' : ''}`}>
                  {t(`step.${step}`)}
                </span>
                <span className="small dim">{t(`state.${state}`)}</span>
              </div>
              {step === 'files' && showsFiles && <Files files={view.files} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

const totalBytes = (files: PublicationView['files']) => files.reduce((total, { size_bytes }) => total + size_bytes, 0);

function Files({ files }: { files: PublicationView['files'] }) {
  const { t, i18n } = useTranslation('publishing');
  const sentBytes = totalBytes(files.filter(({ state }) => state === 'sent'));
  const allBytes = totalBytes(files);
  return (
    <div className={styles.files}>
      <div className="row small">
        <progress className={styles.bar} value={sentBytes} max={allBytes} aria-label={t('step.files')} />
        <span className={styles.amount}>
          {t('uploaded', { sent: formatBytes(i18n.language, sentBytes), all: formatBytes(i18n.language, allBytes) })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <ul className={styles.fileList} tabIndex={0}>
        {files.map(({ path, size_bytes, state }) => {
          const Icon = fileIcons[state];
          return (
            <li key={path} className="row small" data-file={path} data-state={state}>
              <Icon size={15} stroke={1.75} className={state === 'sent' ? 'good' : 'faint'} aria-hidden="true" />
              <span className="mono grow truncate">{escapeInvisible(path)}</span>
              <span className="dim">{formatBytes(i18n.language, size_bytes)}</span>
              <span className="offscreen">{t(`file_state.${state}`)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
