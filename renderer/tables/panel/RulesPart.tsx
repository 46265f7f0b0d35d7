import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible, isolatedName } from '../../../shared/peer-text.ts';
import { clocksOf } from '../../../shared/tables/clocks.ts';
import { useClock } from '../../core/clock.ts';
import { lazyPart } from '../../core/lazy-part.ts';
import { useLabels } from '../../core/use-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { formatCountdown } from '../../ui/format.ts';
import { PlayerRules } from '../../ui/PlayerRules.tsx';
import { usePaceText } from '../../ui/pace-text.ts';
import { PanelHead } from './PanelHead.tsx';
import styles from './RulesPart.module.css';
import { RulesPicture } from './RulesPicture.tsx';

const AuthorRules = lazyPart(['protocols', 'tables'], async () => (await import('./AuthorRules.tsx')).AuthorRules);

/** The rules of a table's game in place of the moves. The board stays beside them, and the clock in view. */
export function RulesPart({ table, onClose }: { table: Table; onClose(): void }) {
  const { t } = useTranslation('tables');
  const labels = useLabels(table.protocol.protocol_id);
  const paceText = usePaceText();
  const [isFull, setIsFull] = useState(false);
  const { guide, rules, pieces } = labels;
  const { no_premoves, unrated } = table.settings;
  const options = labels.list([
    labels.options(table.options),
    paceText.forOptions(table.options),
    no_premoves ? t('rules.no_premoves') : '',
    unrated ? t('rules.no_points') : '',
  ]);
  return (
    <>
      <PanelHead title={escapeInvisible(table.protocol.name)} closeLabel={t('rules.close')} onClose={onClose} />
      <RulesClock table={table} />
      <p className="small dim">{t(`rules.seat.${table.role}`, { name: isolatedName(table.peer.nickname) })}</p>
      {guide?.picture && <RulesPicture picture={guide.picture} />}
      {guide && (
        <ol className={styles.lines}>
          {guide.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      )}
      {(options !== '' || pieces !== null) && (
        <section className={styles.options}>
          <h3 className="small strong">{t('rules.options')}</h3>
          {options !== '' && <p className="small">{options}</p>}
          {pieces && <p className="small">{t('rules.pieces', { text: pieces[table.role] })}</p>}
        </section>
      )}
      {rules === null ? (
        <AuthorRules protocolId={table.protocol.protocol_id} />
      ) : guide === null ? (
        <PlayerRules rules={rules} />
      ) : (
        <section className="col">
          <Button size="sm" className="start" aria-expanded={isFull} onClick={() => setIsFull(!isFull)}>
            {t(isFull ? 'rules.less' : 'rules.all')}
          </Button>
          {isFull && <PlayerRules rules={rules} />}
        </section>
      )}
    </>
  );
}

/** What is left of the running clock, which reading the rules does not stop. */
function RulesClock({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const now = useClock(table.phase === 'playing');
  if (table.phase !== 'playing') return null;
  const { own, peer } = clocksOf(table, now);
  const running = [own, peer].find(({ state }) => state === 'running');
  if (!running || running.leftMs === null) return null;
  return (
    <p className={styles.clock} data-testid="rules-clock">
      <b>{formatCountdown(running.leftMs)}</b>
      <span>{t(running === own ? 'rules.left_yours' : 'rules.left_theirs')}</span>
    </p>
  );
}
