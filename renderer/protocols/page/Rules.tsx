import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../shared/peer-text.ts';
import { humanized } from '../../../shared/protocol/labels.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Rules.module.css';
import type { RuleNode } from './rules-tree.ts';

/** Rules shown until the list is expanded. */
const initialCount = 12;
/** A nested rule of up to this many characters, with its name, is shown on one line. */
const shortCharacters = 40;

/** The author's rules as nested definition lists. */
export function Rules({ nodes }: { nodes: readonly RuleNode[] }) {
  const { t } = useTranslation('protocols');
  const [showAll, setShowAll] = useState(false);
  const cut = nodes.length > initialCount && !showAll;
  return (
    <>
      <RuleList nodes={cut ? nodes.slice(0, initialCount) : nodes} />
      {cut && <TextButton onClick={() => setShowAll(true)}>{t('all_rules', { count: nodes.length })}</TextButton>}
    </>
  );
}

function RuleList({ nodes, nested = false }: { nodes: readonly RuleNode[]; nested?: boolean }) {
  return (
    <dl className={`col ${styles.rules}`}>
      {nodes.map(({ name, text, parts }, index) => {
        const short = nested && parts.length === 0 && name.length + text.length <= shortCharacters;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
          <div key={index} className={short ? styles.short : undefined}>
            <dt>{visible(humanized(name))}</dt>
            <dd>
              {text !== '' && <bdi dir="auto">{visible(text)}</bdi>}
              {parts.length > 0 && <RuleList nodes={parts} nested />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
