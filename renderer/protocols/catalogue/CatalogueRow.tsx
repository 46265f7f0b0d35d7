import { IconDeviceLaptop, IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Deprecation, ProtocolUsage } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { protocolPath } from '../../core/protocol-paths.ts';
import { useFamilyText } from '../../core/tag-text.ts';
import { DeprecationLine } from '../../hosting/DeprecationLine.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { UntrustedLine } from '../../ui/UntrustedText.tsx';
import { ModeIcon } from '../ModeIcon.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { useModeText, useTypeText } from '../spec-text.ts';
import styles from './CatalogueRow.module.css';
import type { CatalogueEntry } from './filter.ts';

interface CatalogueRowProps {
  entry: CatalogueEntry;
  /** Null while loading, and while not registered with the community. */
  usage: ProtocolUsage | null;
  deprecation: Deprecation | null;
  /** True if another protocol has the same name. */
  showId: boolean;
  tabIndex: number;
  onFocus(): void;
  onOpen(): void;
}

/** One protocol; the whole row is a link. */
export function CatalogueRow({ entry, usage, deprecation, showId, tabIndex, onFocus, onOpen }: CatalogueRowProps) {
  const { t, i18n } = useTranslation('protocols');
  const familyText = useFamilyText();
  const modeText = useModeText();
  const typeText = useTypeText();
  const { protocol_id, name, description, type, governance, localEntry } = entry;
  const bundled = localEntry?.source === 'bundled';
  return (
    <li className={styles.item}>
      <Link
        href={protocolPath(protocol_id)}
        className={styles.row}
        data-protocol={protocol_id}
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={onOpen}
      >
        <span className={styles.icon}>
          <ModeIcon mode={localEntry?.mode ?? null} type={type} />
        </span>
        <span className="grow">
          <span className="row">
            <bdi className={`${styles.name} truncate`}>{escapeInvisible(name)}</bdi>
            <StatusTag status={deprecation ? 'deprecated' : governance.status} />
            {showId && <Hash value={protocol_id} className="micro faint" />}
            {governance.family !== null && (
              <span className="small faint truncate wide">{familyText(governance.family)}</span>
            )}
          </span>
          <span className={`${styles.second} truncate small dim block`}>
            {deprecation && (deprecation.reason || deprecation.successor) ? (
              <DeprecationLine deprecation={deprecation} />
            ) : bundled ? (
              description
            ) : (
              description !== '' && <UntrustedLine text={description} />
            )}
          </span>
        </span>
        <span className={`${styles.kind} small dim`}>
          <span className="block truncate">{typeText(type)}</span>
          <span className="block truncate faint">{localEntry ? modeText(localEntry.mode) : ''}</span>
        </span>
        <span className={`${styles.usage} small`}>
          {usage && (
            <>
              <span className={usage.session_count > 0 ? 'block strong' : 'block faint'}>
                {t('tables', { count: usage.session_count })}
              </span>
              <span className="block faint">
                {usage.avg_rating !== null && usage.rating_count > 0 ? (
                  <span className={styles.stars}>
                    <IconStar size={13} stroke={1.75} aria-hidden="true" />
                    {t('score', {
                      score: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(
                        usage.avg_rating,
                      ),
                      count: usage.rating_count,
                    })}
                  </span>
                ) : (
                  t('invitations', { count: usage.post_count })
                )}
              </span>
            </>
          )}
        </span>
        <span className={styles.here}>
          {localEntry && (
            <Tag tone={localEntry.hooks === 'finished' || localEntry.hooks === 'by_hand' ? 'good' : 'warn'}>
              <IconDeviceLaptop size={14} stroke={1.75} aria-hidden="true" />
              {t(`hooks_short.${localEntry.hooks}`)}
            </Tag>
          )}
        </span>
      </Link>
    </li>
  );
}
