import { IconRobot, IconRobotOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { ControlMode } from '../../../shared/tables/hooks.ts';
import { attempt } from '../../core/attempt.ts';
import { useBridge } from '../../core/context.tsx';
import { usePageActions } from '../../core/page-actions.ts';
import { useAction } from '../../core/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { UntrustedText } from '../../ui/UntrustedText.tsx';
import { choiceOf } from './bar-state.ts';
import styles from './SeatSwitch.module.css';

/** The client that plays the user's seat, and buttons to take the seat over and hand it back. */
export function ClientSwitch({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const { t: tApp } = useTranslation();
  const { ask, client, control_mode, hooks, phase } = table;
  const { busy, problem, setMode } = useSetMode(table);
  const isShown = client !== null && phase === 'playing';
  const others = (['human', 'autonomous', 'hybrid'] as const).filter((mode) => isShown && mode !== control_mode);
  const isChat = table.protocol.mode === 'free';
  const letPlayText = t(isChat ? 'client.let_write' : 'client.let_play');
  const labels = { human: t('client.take_over'), autonomous: letPlayText, hybrid: t('client.propose_only') };
  usePageActions(others.map((mode) => ({ id: 'mode', label: labels[mode], run: () => setMode(mode) })));
  if (!isShown) return null;
  const awayNote = t('client.away_note');
  const insteadNote = t(hooks?.decides && control_mode !== 'human' ? 'client.away_hooks' : 'client.away_person');
  return (
    <section className={`col ${styles.switch}`} data-testid="client-seat">
      <b className="small">{t('client.title')}</b>
      <UntrustedText heading={t('client.called')} text={client.name} />
      {ask?.proposal != null && ask.reason && (
        <UntrustedText
          heading={t('client.reason_of', { text: choiceOf(table, ask.proposal)?.label ?? '' })}
          text={ask.reason}
        />
      )}
      <p className="small faint">
        {client.connected
          ? t(`client.${isChat ? 'note_chat' : 'note'}.${control_mode}`)
          : tApp('sentences', { first: awayNote, second: insteadNote })}
      </p>
      <div className="row wrap">
        {control_mode !== 'human' && (
          <Button size="sm" data-action="take-over" aria-disabled={busy || undefined} onClick={() => setMode('human')}>
            {t('client.take_over')}
          </Button>
        )}
        {control_mode !== 'autonomous' && (
          <Button
            size="sm"
            data-action="let-play"
            aria-disabled={busy || undefined}
            onClick={() => setMode('autonomous')}
          >
            {letPlayText}
          </Button>
        )}
        {control_mode !== 'hybrid' && (
          <Button
            size="sm"
            data-action="let-propose"
            aria-disabled={busy || undefined}
            onClick={() => setMode('hybrid')}
          >
            {t('client.propose_only')}
          </Button>
        )}
      </div>
      {problem && <ProblemLine problem={problem} />}
    </section>
  );
}

/** The button of the decision bar to take the seat over or hand it back. */
export function ClientButton({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const { table_id } = table;
  if (table.client === null || table.phase !== 'playing') return null;
  const human = table.control_mode === 'human';
  const Icon = human ? IconRobot : IconRobotOff;
  return (
    <Button
      variant="wood"
      size="lg"
      data-action={human ? 'give-back' : 'take-over-now'}
      onClick={() => attempt(() => bridge.tables.set_mode({ table_id, control_mode: human ? 'autonomous' : 'human' }))}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {t(human ? 'client.let_play' : 'client.take_over')}
    </Button>
  );
}

function useSetMode({ table_id }: Table) {
  const bridge = useBridge();
  const { busy, problem, run } = useAction();
  const setMode = (control_mode: ControlMode) => void run(() => bridge.tables.set_mode({ table_id, control_mode }));
  return { busy, problem, setMode };
}
