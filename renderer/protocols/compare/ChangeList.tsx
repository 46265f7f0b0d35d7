import { IconMinus, IconPlus, IconTilde } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../shared/peer-text.ts';
import type { Direction } from '../../../shared/protocol/definition.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { useBoundsText, useDirectionText } from '../text.ts';
import styles from './ChangeList.module.css';
import type { ChangeDetail, ChangeLine } from './changes.ts';

const signs = { added: IconPlus, removed: IconMinus, changed: IconTilde };

interface ChangeListProps {
  lines: readonly ChangeLine[];
  /** The number shown initially. */
  atMost?: number;
  label?: string;
}

/** One line per change: a sign, the kind of change, and a description. */
export function ChangeList({ lines, atMost = Number.POSITIVE_INFINITY, label }: ChangeListProps) {
  const { t } = useTranslation('protocols');
  const [whole, setWhole] = useState(false);
  const shown = whole ? lines : lines.slice(0, atMost);
  if (lines.length === 0) return <p className={`${styles.none} faint`}>{t('no_changes')}</p>;
  return (
    <>
      <ul className={styles.changes} aria-label={label ?? t('changes')}>
        {shown.map(({ part, change, subject, what }, at) => {
          const Sign = signs[change];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one pointer may change twice, and the order never changes
            <li key={`${part} ${subject} ${at}`} data-change={change}>
              <Sign size={15} stroke={2} aria-hidden="true" />
              <span className="offscreen">{t(`sign.${change}`)}</span>
              <span className="grow">
                <bdi className={styles.subject}>{visible(subject)}</bdi> <ChangeText what={what} />
              </span>
            </li>
          );
        })}
      </ul>
      {shown.length < lines.length && (
        <TextButton className={styles.more} onClick={() => setWhole(true)}>
          {t('all_changes', { count: lines.length })}
        </TextButton>
      )}
    </>
  );
}

function ChangeText({ what }: { what: ChangeDetail }) {
  const { t } = useTranslation('protocols');
  const boundsText = useBoundsText();
  const directionText = useDirectionText();
  const typeAndBounds = (type: string, bounds: Parameters<typeof boundsText>[0]) =>
    [visible(type), boundsText(bounds)].filter(Boolean).join(', ');
  switch (what.kind) {
    case 'message_new':
      return t('what.message_new', {
        from: directionText(what.direction as Direction),
        fields: t('field_count', { count: what.fields }),
      });
    case 'field_new':
      return t(what.required ? 'what.field_new_required' : 'what.field_new', {
        type: typeAndBounds(what.type, what.bounds),
      });
    case 'option_new':
      return t('what.option_new', { type: typeAndBounds(what.type, what.bounds) });
    case 'bounds':
      return t('what.bounds', {
        before: boundsText(what.before) || t('what.anything'),
        after: boundsText(what.after) || t('what.anything'),
      });
    case 'type':
    case 'start':
      return t(`what.${what.kind}`, { before: visible(what.before), after: visible(what.after) });
    case 'text':
      return (
        <>
          {t('what.text')}
          <SignedText sign="removed" text={what.before} />
          <SignedText sign="added" text={what.after} />
        </>
      );
    case 'text_new':
      return (
        <>
          {t('what.text_new')}
          <SignedText sign="added" text={what.after} />
        </>
      );
    case 'text_gone':
      return (
        <>
          {t('what.text_gone')}
          <SignedText sign="removed" text={what.before} />
        </>
      );
    default:
      return t(`what.${what.kind}`);
  }
}

/** The author's text before and after. */
function SignedText({ sign, text }: { sign: 'removed' | 'added'; text: string }) {
  const { t } = useTranslation('protocols');
  return (
    <span className={styles.text} data-sign={sign}>
      <span className="small faint">{t(`words.${sign}`)}</span> <bdi dir="auto">{visible(text)}</bdi>
    </span>
  );
}
