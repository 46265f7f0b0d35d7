import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { humanize } from '../../../shared/protocol/labels.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Rules.module.css';
import type { RuleNode } from './rules-tree.ts';

/** Rules shown until the list is expanded. */
const initialCount = 12;
/** A nested rule of up to this many characters, with its name, is shown on one line. */
const maxShortCharacters = 40;

/** The author's rules as nested definition lists. */
export function Rules({ nodes }: { nodes: readonly RuleNode[] }) {
  const { t } = useTranslation('protocols');
  const [showAll, setShowAll] = useState(false);
  const isCut = nodes.length > initialCount && !showAll;
  return (
    <>
      <RuleList nodes={isCut ? nodes.slice(0, initialCount) : nodes} />
      {isCut && <TextButton onClick={() => setShowAll(true)}>{t('all_rules', { count: nodes.length })}</TextButton>}
    </>
  );
}

function RuleList({ nodes, nested = false }: { nodes: readonly RuleNode[]; nested?: boolean }) {
  return (
    <dl className={`col ${styles.rules}`}>
      {nodes.map(({ name, text, parts }, index) => {
        const isShort = nested && parts.length === 0 && name.length + text.length <= maxShortCharacters;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
          <div key={index} className={isShort ? styles.short : undefined}>
            <dt>{escapeInvisible(humanize(name))}</dt>
            <dd>
              {text !== '' && <bdi dir="auto">{escapeInvisible(text)}</bdi>}
              {parts.length > 0 && <RuleList nodes={parts} nested />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
