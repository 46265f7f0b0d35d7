import { IconCircleCheck, IconCircleDashed, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrustCheck } from '../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './TrustChecks.module.css';

const icons = {
  checked: { Icon: IconCircleCheck, tone: 'good' },
  to_come: { Icon: IconCircleDashed, tone: 'faint' },
  not_needed: { Icon: IconCircleMinus, tone: 'faint' },
  failed: { Icon: IconCircleX, tone: 'bad' },
};

interface TrustCheckLineProps {
  state: TrustCheck['state'];
  title: ReactNode;
  detail: ReactNode;
  evidence: TrustCheck['evidence'];
}

/** One check: state, title, detail, and its evidence on request. */
export function TrustCheckLine({ state, title, detail, evidence }: TrustCheckLineProps) {
  const { t, i18n } = useTranslation('trust');
  const [open, setOpen] = useState(false);
  const id = useId();
  const { Icon, tone } = icons[state];
  const evidenceName = (name: string) =>
    i18n.exists(`trust:evidence.${name}`) ? t(`evidence.${name}` as 'evidence.result') : name;
  return (
    <li className={[styles.check, state === 'failed' && styles.failed].filter(Boolean).join(' ')}>
      <Icon size={20} stroke={1.75} className={tone} aria-label={t(`state.${state}`)} role="img" />
      <span className={styles.title}>{title}</span>
      {evidence.length > 0 ? (
        <TextButton aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? t('hide') : t('show_me')}
        </TextButton>
      ) : (
        <span />
      )}
      <span className={styles.detail}>{detail}</span>
      {open && (
        <div id={id} className={styles.evidence}>
          <dl>
            {evidence.map(({ name, value }) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{evidenceName(name)}</dt>
                <dd>
                  <bdi>{escapeInvisible(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>

          <CopyButton
            value={evidence.map(({ name, value }) => `${evidenceName(name)}: ${value}`).join('\n')}
            label={t('copy_evidence')}
            labelNamesAction
          />
        </div>
      )}
    </li>
  );
}
