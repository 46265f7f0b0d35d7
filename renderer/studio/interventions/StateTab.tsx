import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type StudioGame, type StudioProject, studioStateMaxCharacters } from '../../../shared/bridge/contract.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SkeletonRows } from '../../ui/SkeletonRows.tsx';
import { dropStateDraft, storeStateDraft, useStateDraft } from './drafts.ts';
import styles from './Interventions.module.css';
import { useStates } from './queries.ts';
import { Refusal } from './Refusal.tsx';
import { TakeBack } from './TakeBack.tsx';
import { requireSize } from './text-size.ts';

interface StateTabProps {
  project: StudioProject;
  game: StudioGame;
  /** Shows the states after this many messages; null is the current one. */
  frame: number | null;
}

/** The states of both seats' hooks: of the position that is looked back at, or now, when they can be replaced. */
export function StateTab({ project, game, frame }: StateTabProps) {
  const { t } = useTranslation('studio');
  const { data, error } = useStates(project.project_id, game, frame);
  if (error) return <ProblemLine problem={asProblem(error)} />;
  if (!data) return <SkeletonRows rows={3} />;
  return (
    <>
      <p className={`small dim ${styles.about}`}>{t(frame === null ? 'state.about' : 'state.past')}</p>
      <div className={styles.states}>
        {roles.map((role) => (
          <StateField
            key={`${game.run} ${role}`}
            projectId={project.project_id}
            game={game}
            role={role}
            state={data[role]}
            isPast={frame !== null}
          />
        ))}
      </div>
    </>
  );
}

interface StateFieldProps {
  projectId: string;
  game: StudioGame;
  role: Role;
  state: string;
  isPast: boolean;
}

function StateField({ projectId, game, role, state, isPast }: StateFieldProps) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const { run, seats } = game;
  const seat = `${projectId} ${run} ${role}`;
  const isOver = seats[role].outcome !== null;
  const draft = useStateDraft(seat);
  const edited = isPast || isOver ? undefined : draft;
  const edit = game.edits.findLast((each) => each.seat === role);
  const apply = useMutation({
    mutationFn: async (text: string) =>
      studio.set_state({
        ...{ project_id: projectId, run, seat: role },
        state: requireSize(text, studioStateMaxCharacters),
      }),
    onSuccess: () => dropStateDraft(seat),
  });
  const change = (text: string) => {
    apply.reset();
    if (text === state) dropStateDraft(seat);
    else storeStateDraft(seat, { text, based_on: edited?.based_on ?? state });
  };
  const discard = () => {
    apply.reset();
    dropStateDraft(seat);
  };
  return (
    <form
      className={styles.state}
      data-state={role}
      onSubmit={(event) => {
        event.preventDefault();
        if (edited && !apply.isPending) apply.mutate(edited.text);
      }}
    >
      <Textarea
        classNames={{ ...fieldClasses, input: `${fieldClasses.input} ${styles.json} mono` }}
        label={t('state.of', { seat: t(`seat.${role}`) })}
        value={edited?.text ?? state}
        readOnly={isPast || isOver}
        autosize
        minRows={5}
        maxRows={24}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {isOver && !isPast && <p className="small dim">{t('state.over')}</p>}
      {edited && edited.based_on !== state && <p className="small warn">{t('state.changed')}</p>}
      {edited && apply.error && <Refusal error={apply.error} />}
      {!isPast && !isOver && (
        <div className="row wrap">
          <Button size="sm" variant="primary" type="submit" aria-disabled={!edited}>
            {t('state.apply')}
          </Button>
          {edited && (
            <Button size="sm" onClick={discard}>
              {t('state.discard')}
            </Button>
          )}
          <span className="small dim" role="status">
            {apply.isSuccess && !edited && t('state.applied')}
          </span>
          {edit && !edited && <TakeBack projectId={projectId} run={run} frame={edit.after} />}
        </div>
      )}
    </form>
  );
}
