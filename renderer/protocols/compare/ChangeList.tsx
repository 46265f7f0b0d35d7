import { IconMinus, IconPlus, IconTilde } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Direction } from '../../../shared/protocol/spec-types.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { useBoundsText, useDirectionText } from '../spec-text.ts';
import styles from './ChangeList.module.css';
import type { ChangeDetail, ChangeLine } from './changes.ts';

const signs = { added: IconPlus, removed: IconMinus, changed: IconTilde };

interface ChangeListProps {
  lines: readonly ChangeLine[];
  /** Lines shown until the list is expanded. */
  initialCount?: number;
  label?: string;
}

/** One line per change: a sign, the kind of change, and a description. */
export function ChangeList({ lines, initialCount = Number.POSITIVE_INFINITY, label }: ChangeListProps) {
  const { t } = useTranslation('protocols');
  const [showAll, setShowAll] = useState(false);
  const visibleLines = showAll ? lines : lines.slice(0, initialCount);
  if (lines.length === 0) return <p className={`${styles.none} faint`}>{t('no_changes')}</p>;
  return (
    <>
      <ul className={styles.changes} aria-label={label ?? t('changes')}>
        {visibleLines.map(({ part, change, subject, detail }, index) => {
          const Sign = signs[change];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a subject may have several changes, and the order never changes
            <li key={`${part} ${subject} ${index}`} data-change={change}>
              <Sign size={15} stroke={2} aria-hidden="true" />
              <span className="offscreen">{t(`sign.${change}`)}</span>
              <span className="grow">
                <bdi className={styles.subject}>{escapeInvisible(subject)}</bdi> <ChangeText detail={detail} />
              </span>
            </li>
          );
        })}
      </ul>
      {visibleLines.length < lines.length && (
        <TextButton className={styles.more} onClick={() => setShowAll(true)}>
          {t('all_changes', { count: lines.length })}
        </TextButton>
      )}
    </>
  );
}

function ChangeText({ detail }: { detail: ChangeDetail }) {
  const { t } = useTranslation('protocols');
  const boundsText = useBoundsText();
  const directionText = useDirectionText();
  const typeAndBounds = (type: string, bounds: Parameters<typeof boundsText>[0]) =>
    [escapeInvisible(type), boundsText(bounds)].filter(Boolean).join(', ');
  switch (detail.kind) {
    case 'message_new':
      return t('what.message_new', {
        from: directionText(detail.direction as Direction),
        fields: t('field_count', { count: detail.fields }),
      });
    case 'field_new':
      return t(detail.required ? 'what.field_new_required' : 'what.field_new', {
        type: typeAndBounds(detail.type, detail.bounds),
      });
    case 'option_new':
      return t('what.option_new', { type: typeAndBounds(detail.type, detail.bounds) });
    case 'bounds':
      return t('what.bounds', {
        before: boundsText(detail.before) || t('what.anything'),
        after: boundsText(detail.after) || t('what.anything'),
      });
    case 'type':
    case 'start':
      return t(`what.${detail.kind}`, { before: escapeInvisible(detail.before), after: escapeInvisible(detail.after) });
    case 'text':
      return (
        <>
          {t('what.text')}
          <MarkedText sign="removed" text={detail.before} />
          <MarkedText sign="added" text={detail.after} />
        </>
      );
    case 'text_new':
      return (
        <>
          {t('what.text_new')}
          <MarkedText sign="added" text={detail.after} />
        </>
      );
    case 'text_gone':
      return (
        <>
          {t('what.text_gone')}
          <MarkedText sign="removed" text={detail.before} />
        </>
      );
    default:
      return t(`what.${detail.kind}`);
  }
}

/** The author's text, marked as removed or added. */
function MarkedText({ sign, text }: { sign: 'removed' | 'added'; text: string }) {
  const { t } = useTranslation('protocols');
  return (
    <span className={styles.text} data-sign={sign}>
      <span className="small faint">{t(`words.${sign}`)}</span> <bdi dir="auto">{escapeInvisible(text)}</bdi>
    </span>
  );
}
