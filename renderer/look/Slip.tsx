import { IconQuote } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from './peer-text.ts';
import styles from './Slip.module.css';
import { TextButton } from './TextButton.tsx';

/** What a stranger wrote: sand ground, dashed edge, the writer first. Plain text only. */
export function Slip({ heading, text }: { heading: string; text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const long = text.length > 480 || text.split('\n').length > 8;
  return (
    <SlipFrame heading={heading}>
      <bdi dir="auto" className={[styles.words, long && !whole && styles.short].filter(Boolean).join(' ')}>
        {visible(text)}
      </bdi>
      {long && !whole && (
        <TextButton onClick={() => setWhole(true)}>
          {t('show_all_bytes', { count: new TextEncoder().encode(text).length })}
        </TextButton>
      )}
    </SlipFrame>
  );
}

/** The ground and the writer of a slip; what stands on it is made visible by whoever puts it there. */
export function SlipFrame({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <figure className={styles.slip} aria-labelledby={id}>
      <figcaption id={id} className={styles.by}>
        <IconQuote size={13} stroke={1.75} aria-hidden="true" />
        {heading}
      </figcaption>
      {children}
    </figure>
  );
}

/** The same on one line of a list. */
export function SlipLine({ text }: { text: string }) {
  return (
    <bdi dir="auto" className={styles.line}>
      {visible(text).replaceAll('\n', ' ')}
    </bdi>
  );
}
