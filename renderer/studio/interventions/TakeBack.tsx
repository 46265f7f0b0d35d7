import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { TextButton } from '../../ui/TextButton.tsx';

interface TakeBackProps {
  projectId: string;
  run: number;
  /** The number of messages before what is taken back. */
  frame: number;
}

/** Replays the game to before something that the author did to it. */
export function TakeBack({ projectId, run, frame }: TakeBackProps) {
  const { t } = useTranslation('studio');
  const { studio } = useBridge();
  const takeBack = useMutation({ mutationFn: () => studio.continue_from({ project_id: projectId, run, frame }) });
  return (
    <>
      <TextButton onClick={() => takeBack.mutate()}>{t('forge.back')}</TextButton>
      {takeBack.error && <ProblemLine problem={asProblem(takeBack.error)} />}
    </>
  );
}
