import { IconMinus, IconPlus, IconTilde } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '../../shared/protocol/definition.ts';
import { visible } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import styles from './Compare.module.css';
import type { ChangeLine, What } from './changes.ts';
import { useBoundWords, useDirectionWords } from './words.ts';

const signs = { added: IconPlus, removed: IconMinus, changed: IconTilde };

interface ChangeListProps {
  lines: readonly ChangeLine[];
  /** Further ones come on a word. */
  atMost?: number;
  label?: string;
}

/** What differs, one line each: a sign, a word for it, and what it is. */
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
            // biome-ignore lint/suspicious/noArrayIndexKey: one place may change in two ways, and lines never move
            <li key={`${part} ${subject} ${at}`} data-change={change}>
              <Sign size={15} stroke={2} aria-hidden="true" />
              <span className="offscreen">{t(`sign.${change}`)}</span>
              <span className="grow">
                <bdi className={styles.subject}>{visible(subject)}</bdi> <ChangeWords what={what} />
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

function ChangeWords({ what }: { what: What }) {
  const { t } = useTranslation('protocols');
  const boundWords = useBoundWords();
  const directionWords = useDirectionWords();
  const typed = (type: string, bounds: Parameters<typeof boundWords>[0]) =>
    [visible(type), boundWords(bounds)].filter(Boolean).join(', ');
  switch (what.kind) {
    case 'message_new':
      return t('what.message_new', {
        from: directionWords(what.direction as Direction),
        fields: t('field_count', { count: what.fields }),
      });
    case 'field_new':
      return t(what.required ? 'what.field_new_required' : 'what.field_new', { type: typed(what.type, what.bounds) });
    case 'option_new':
      return t('what.option_new', { type: typed(what.type, what.bounds) });
    case 'bounds':
      return t('what.bounds', {
        before: boundWords(what.before) || t('what.anything'),
        after: boundWords(what.after) || t('what.anything'),
      });
    case 'type':
    case 'start':
      return t(`what.${what.kind}`, { before: visible(what.before), after: visible(what.after) });
    case 'text':
      return (
        <>
          {t('what.text')}
          <Words sign="removed" text={what.before} />
          <Words sign="added" text={what.after} />
        </>
      );
    case 'text_new':
      return (
        <>
          {t('what.text_new')}
          <Words sign="added" text={what.after} />
        </>
      );
    case 'text_gone':
      return (
        <>
          {t('what.text_gone')}
          <Words sign="removed" text={what.before} />
        </>
      );
    default:
      return t(`what.${what.kind}`);
  }
}

/** The author's words before or after, each on a line of its own. */
function Words({ sign, text }: { sign: 'removed' | 'added'; text: string }) {
  const { t } = useTranslation('protocols');
  return (
    <span className={styles.words} data-sign={sign}>
      <span className="small faint">{t(`words.${sign}`)}</span> <bdi dir="auto">{visible(text)}</bdi>
    </span>
  );
}
