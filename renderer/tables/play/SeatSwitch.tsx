import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { ControlMode } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { usePageActions } from '../../core/page-actions.ts';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { useDifficultyText } from '../difficulty-text.ts';
import styles from './SeatSwitch.module.css';

const modes = ['human', 'hybrid', 'autonomous'] as const;

/** Changes the control mode of the user's seat and the difficulty of its hooks while the game runs. */
export function SeatSwitch({ table }: { table: Table }) {
  const { t } = useTranslation('tables');
  const bridge = useBridge();
  const difficultyText = useDifficultyText(table.protocol.protocol_id);
  const { table_id, control_mode, hooks } = table;
  const setMode = useMutation({
    mutationFn: (choice: { control_mode: ControlMode; manner?: string }) =>
      bridge.tables.set_mode({ table_id, ...choice }),
  });
  const isShown = table.phase === 'playing' && hooks?.decides;
  usePageActions(
    modes
      .filter((mode) => isShown && mode !== control_mode)
      .map((mode) => ({
        id: 'mode',
        label: `${t('seat.title')}: ${t(`seat.${mode}`)}`,
        run: () => setMode.mutate({ control_mode: mode }),
      })),
  );
  if (!isShown) return null;
  const { manners } = hooks;
  return (
    <section className={`col ${styles.switch}`} data-testid="seat">
      <div className={`row wrap ${styles.mode}`}>
        <b className="small nowrap">{t('seat.title')}</b>
        <span className="end">
          <Segments
            label={t('seat.title')}
            value={setMode.isPending ? setMode.variables.control_mode : control_mode}
            options={modes.map((value) => ({ value, label: t(`seat.${value}`) }))}
            onChange={(mode) => setMode.mutate({ control_mode: mode })}
          />
        </span>
      </div>
      {control_mode !== 'human' && manners.length > 1 && (
        <div className="row">
          <span className="small">{t('seat.strength')}</span>
          <Select
            label={t('seat.strength')}
            className="end"
            value={table.manner ?? manners[0] ?? ''}
            options={difficultyText.sort(manners).map((value) => ({ value, label: difficultyText.nameOf(value) }))}
            onChange={(manner) => setMode.mutate({ control_mode, manner })}
          />
        </div>
      )}
      <p className="small faint">
        {t(`seat.${table.protocol.mode === 'free' ? 'note_chat' : 'note'}.${control_mode}`)}
      </p>
      {setMode.error && <ProblemLine problem={asProblem(setMode.error)} />}
    </section>
  );
}
