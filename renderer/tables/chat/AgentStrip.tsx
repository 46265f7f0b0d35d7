import { IconRobot } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OpenQuestion, Table } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useClock } from '../../core/clock.ts';
import { useBridge } from '../../core/context.tsx';
import { useAction } from '../../core/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { wholeSeconds } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import styles from './AgentStrip.module.css';

interface AgentStripProps {
  table: Table;
  /** Takes the agent's proposal into the field. */
  onEdit(text: string): void;
}

/** Above the field, at a seat with an agent: what it would write, or that it writes alone. */
export function AgentStrip({ table, onEdit }: AgentStripProps) {
  const { ask, control_mode } = table;
  if (table.phase !== 'playing') return null;
  if (control_mode === 'autonomous') return <WritesAlone table={table} />;
  if (control_mode === 'hybrid' && ask !== null && typeof ask.proposal === 'string')
    return <Proposal key={ask.key} table={table} ask={ask} text={ask.proposal} onEdit={onEdit} />;
  return null;
}

function WritesAlone({ table: { table_id, client } }: { table: Table }) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const takeOver = () => run(() => bridge.tables.set_mode({ table_id, control_mode: 'human' }));
  return (
    <div className={styles.strip}>
      <div className="row wrap">
        <IconRobot size={18} stroke={1.75} aria-hidden="true" />
        <span className="grow">{t(client !== null && !client.connected ? 'agent.away' : 'agent.writes')}</span>
        <Button size="sm" data-action="take-over-now" aria-disabled={busy || undefined} onClick={() => void takeOver()}>
          {tTables('client.take_over')}
        </Button>
      </div>
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}

interface ProposalProps extends AgentStripProps {
  ask: OpenQuestion;
  text: string;
}

function Proposal({ table: { table_id }, ask: { key, plays_at, reason }, text, onEdit }: ProposalProps) {
  const { t } = useTranslation('chat');
  const { t: tTables } = useTranslation('tables');
  const bridge = useBridge();
  const now = useClock(plays_at !== null, 500);
  const { busy, problem, run } = useAction();
  const hold = () => bridge.tables.hold({ table_id, key });
  const edit = () =>
    run(async () => {
      if (plays_at !== null) await hold();
      onEdit(text);
    });
  return (
    <div className={styles.strip} data-testid="proposal">
      <p className="row small strong">
        <IconRobot size={18} stroke={1.75} aria-hidden="true" />
        {plays_at === null ? t('agent.proposes') : t('agent.sends_in', { seconds: wholeSeconds(plays_at - now) })}
      </p>
      <bdi className={`${styles.text} verbatim`} dir="auto">
        {escapeInvisible(text)}
      </bdi>
      {reason && (
        <p className="small dim">
          {tTables('bar.agent_says')} <bdi dir="auto">{escapeInvisible(reason)}</bdi>
        </p>
      )}
      <div className="row wrap">
        <Button
          size="sm"
          data-action="send-proposal"
          aria-disabled={busy || undefined}
          onClick={() => void run(() => bridge.tables.answer({ table_id, key, answer: text }))}
        >
          {t('agent.send')}
        </Button>
        <Button size="sm" aria-disabled={busy || undefined} onClick={() => void edit()}>
          {t('agent.edit')}
        </Button>
        {plays_at !== null && (
          <Button size="sm" aria-disabled={busy || undefined} onClick={() => void run(hold)}>
            {tTables('bar.hold')}
          </Button>
        )}
      </div>
      {problem && <ProblemLine problem={problem} />}
    </div>
  );
}
