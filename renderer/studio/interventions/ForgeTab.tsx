import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StudioGame, StudioProject } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { isMove } from '../../../shared/tables/move-labels.ts';
import { sampleMessage, sentBy } from '../../../shared/tables/sample-message.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldClasses } from '../../ui/field-classes.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Select } from '../../ui/Select.tsx';
import { useSource } from '../queries.ts';
import { specOf } from '../spec-of.ts';
import { type MessageDraft, storeMessageDraft, useMessageDraft } from './drafts.ts';
import { ForgedMessage } from './ForgedMessage.tsx';
import styles from './Interventions.module.css';
import { Refusal } from './Refusal.tsx';
import { requireSize } from './text-size.ts';

interface ForgeTabProps {
  project: StudioProject;
  game: StudioGame;
}

/** Sends a message in place of a seat, valid or not, and shows what the other seat makes of it. */
export function ForgeTab({ project: { project_id, version }, game }: ForgeTabProps) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const { data: specFile, error: specError } = useSource(project_id, version, 'spec.json');
  const spec = useMemo(() => specOf(specFile?.text ?? ''), [specFile]);
  const stored = useMessageDraft(project_id);
  const draft = stored ?? draftOf(spec, 'guest');
  const send = useMutation({
    mutationFn: async ({ from, text }: MessageDraft) =>
      studio.forge({ project_id, run: game.run, seat: from, message: requireSize(text, budgets.frame.bytes) }),
  });
  const change = (next: MessageDraft) => {
    send.reset();
    storeMessageDraft(project_id, next);
  };
  const actions = spec ? sentBy(spec, draft.from).map(({ name }) => name) : [];
  const latest = game.frames.findLast(({ forged }) => forged !== null);
  return (
    <form
      className={styles.forge}
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate(draft);
      }}
    >
      <p className="small dim">{t('forge.about')}</p>
      {specError && <ProblemLine problem={asProblem(specError)} />}
      <div className="row wrap">
        <Segments
          label={t('forge.from')}
          value={draft.from}
          options={roles.map((value) => ({ value, label: t(`seat.${value}`) }))}
          onChange={(from) => change(draftOf(spec, from))}
        />
        {actions.length > 0 && (
          <Select
            label={t('forge.message')}
            value={draft.action ?? ''}
            options={actions.map((value) => ({ value, label: escapeInvisible(value) }))}
            onChange={(action) => change(draftOf(spec, draft.from, action))}
          />
        )}
      </div>
      <Textarea
        classNames={{ ...fieldClasses, input: `${fieldClasses.input} ${styles.json} mono` }}
        label={t('forge.text')}
        value={draft.text}
        autosize
        minRows={4}
        maxRows={16}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ ...draft, text: event.currentTarget.value })}
      />
      {send.error && <Refusal error={send.error} />}
      <Button size="sm" variant="primary" type="submit">
        {t('forge.send', { seat: t(`role.${draft.from}`) })}
      </Button>
      {latest && <ForgedMessage projectId={project_id} run={game.run} frame={latest} />}
    </form>
  );
}

/** An example of a message that a seat may send: its first move, unless an action is named. */
function draftOf(spec: Spec | null, from: Role, action?: string): MessageDraft {
  const messages = spec ? sentBy(spec, from) : [];
  const message = messages.find(({ name }) => (action === undefined ? isMove(name) : name === action)) ?? messages[0];
  if (!message) return { from, action: null, text: '{\n  "action": ""\n}' };
  return { from, action: message.name, text: JSON.stringify(sampleMessage(message), null, 2) };
}
