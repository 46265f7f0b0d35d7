import { IconQuote } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../shared/peer-text.ts';
import { TextButton } from './TextButton.tsx';
import styles from './UntrustedText.module.css';

/** A peer's plain text, set apart and attributed; invisible characters are shown as code points. */
export function UntrustedText({ heading, text }: { heading: string; text: string }) {
  const { t } = useTranslation();
  const [expanded, setExpanded] = useState(false);
  const isLong = text.length > 480 || text.split('\n').length > 8;
  return (
    <UntrustedFrame heading={heading}>
      <bdi dir="auto" className={['verbatim', isLong && !expanded && styles.clamped].filter(Boolean).join(' ')}>
        {escapeInvisible(text)}
      </bdi>
      {isLong && !expanded && (
        <TextButton onClick={() => setExpanded(true)}>
          {t('show_all_bytes', { count: new TextEncoder().encode(text).length })}
        </TextButton>
      )}
    </UntrustedFrame>
  );
}

/** The frame and attribution of untrusted content. The caller must pass its text through `visible` (shared/peer-text.ts). */
export function UntrustedFrame({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <figure className={styles.frame} aria-labelledby={id}>
      <figcaption id={id} className="row gap1 micro faint">
        <IconQuote size={13} stroke={1.75} aria-hidden="true" />
        {heading}
      </figcaption>
      {children}
    </figure>
  );
}

/** Untrusted text on one line of a list. */
export function UntrustedLine({ text }: { text: string }) {
  return (
    <bdi dir="auto" className={styles.line}>
      {escapeInvisible(text).replaceAll('\n', ' ')}
    </bdi>
  );
}
