import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../shared/bridge/contract.ts';
import { Seal } from '../trust/Seal.tsx';
import { summarizeChecks } from '../trust/seal-checks.ts';
import { TrustChecks } from '../trust/TrustChecks.tsx';
import { Hash } from '../ui/Hash.tsx';
import styles from './OfferChecks.module.css';

interface OfferChecksProps extends Pick<ComponentProps<typeof TrustChecks>, 'checks' | 'board'> {
  host: Person;
}

/** What was checked of the offer, in one line; it opens by itself only if something failed. */
export function OfferChecks({ checks, host, board }: OfferChecksProps) {
  const { t } = useTranslation('trust');
  const { passedCount: done, hasFailed: failed } = summarizeChecks(checks);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? failed;
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <section className={styles.checks}>
      <h3>
        <button
          type="button"
          className={`${styles.fold} row`}
          data-action="checks"
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          <Seal checks={checks} size={28} />
          <span className="grow">
            <b className={styles.line}>{failed ? t('count_failed') : t('count', { done })}</b>
            {!failed && done < checks.length && (
              <span className={`${styles.line} small dim`}>{t('rest_while_joining')}</span>
            )}
          </span>
          <Chevron size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </h3>
      {isOpen && (
        <>
          <TrustChecks checks={checks} host={host.nickname} board={board} />
          <Hash value={host.public_key} className="small faint" />
        </>
      )}
    </section>
  );
}
