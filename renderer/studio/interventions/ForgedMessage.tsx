import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { StudioFrame } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { useReactionText } from './reaction-text.ts';

interface ForgedMessageProps {
  projectId: string;
  run: number;
  frame: StudioFrame;
}

/** The author's latest message: what the other seat made of it, and a way back to before it. */
export function ForgedMessage({ projectId, run, frame }: ForgedMessageProps) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const reactionText = useReactionText();
  const { number, problems, forged } = frame;
  const reaction = reactionText(frame);
  const takeBack = useMutation({
    mutationFn: () => studio.continue_from({ project_id: projectId, run, frame: number - 1 }),
  });
  return (
    <div className="small" role="status" data-forged={forged?.reaction?.kind ?? 'pending'}>
      <b>{t('forge.sent', { number, reaction: reaction?.text ?? '' })}</b>
      <SentenceSpace />
      {reaction?.reason != null && <bdi>{reaction.reason}</bdi>}
      {forged?.reaction?.code && <code className="dim"> {forged.reaction.code}</code>}
      <SentenceSpace />
      {problems.length > 0 && forged?.reaction?.kind !== 'refused' && (
        <>
          {t('forge.invalid')}
          <SentenceSpace />
          <bdi>{escapeInvisible(problems.join('; '))}</bdi>
        </>
      )}
      <p>
        <TextButton onClick={() => takeBack.mutate()}>{t('forge.back')}</TextButton>
      </p>
      {takeBack.error && <ProblemLine problem={asProblem(takeBack.error)} />}
    </div>
  );
}
