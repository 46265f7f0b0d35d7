import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldWords } from '../look/format.ts';
import { visible } from '../look/peer-text.ts';
import { TextButton } from '../look/TextButton.tsx';
import styles from './Protocol.module.css';
import type { RuleNode } from './rules-tree.ts';

/** So many rules are read at one go. */
const shownFirst = 12;
/** Characters of a name and its rule that stand on one line. */
const shortRule = 40;

/** The author's rules, each under its name. */
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
    <dl className={styles.rules}>
      {nodes.map(({ name, text, parts }, at) => {
        const short = nested && parts.length === 0 && name.length + text.length <= shortRule;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules may have one name twice, and never move
          <div key={at} className={short ? styles.short : undefined}>
            <dt>{visible(fieldWords(name))}</dt>
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
