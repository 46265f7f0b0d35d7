import { useTranslation } from 'react-i18next';
import type { StudioFrame } from '../../../shared/bridge/contract.ts';
import { escapeInvisible } from '../../../shared/peer-text.ts';
import { SentenceSpace } from '../../ui/SentenceSpace.tsx';
import { useReactionText } from './reaction-text.ts';
import { TakeBack } from './TakeBack.tsx';

interface ForgedMessageProps {
  projectId: string;
  run: number;
  frame: StudioFrame;
}

/** The author's latest message: what the other seat made of it, and a way back to before it. */
export function ForgedMessage({ projectId, run, frame }: ForgedMessageProps) {
  const { t } = useTranslation('studio');
  const reactionText = useReactionText();
  const { number, problems, forged } = frame;
  const reaction = reactionText(frame);
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
        <TakeBack projectId={projectId} run={run} frame={number - 1} />
      </p>
    </div>
  );
}
