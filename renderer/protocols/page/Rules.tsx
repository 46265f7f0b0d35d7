import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../shared/peer-text.ts';
import { humanized } from '../../../shared/protocol/labels.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import styles from './Rules.module.css';
import type { RuleNode } from './rules-tree.ts';

/** Rules shown before "more". */
const shownFirst = 12;
/** Characters of a name and its rule that fit on one line. */
const shortRule = 40;

/** The author's rules by name. */
export function Rules({ nodes }: { nodes: readonly RuleNode[] }) {
  const { t } = useTranslation('protocols');
  const [whole, setWhole] = useState(false);
  const long = nodes.length > shownFirst && !whole;
  return (
    <>
      <RuleList nodes={long ? nodes.slice(0, shownFirst) : nodes} />
      {long && <TextButton onClick={() => setWhole(true)}>{t('all_rules', { count: nodes.length })}</TextButton>}
    </>
  );
}

function RuleList({ nodes, nested = false }: { nodes: readonly RuleNode[]; nested?: boolean }) {
  return (
    <dl className={`col ${styles.rules}`}>
      {nodes.map(({ name, text, parts }, at) => {
        const short = nested && parts.length === 0 && name.length + text.length <= shortRule;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order never changes
          <div key={at} className={short ? styles.short : undefined}>
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
