import { useReducedMotion } from '@mantine/hooks';
import { useLayoutEffect } from 'react';
import type { TextSize } from '../../shared/bridge/contract.ts';
import { useApp } from './context.tsx';

/** Times the size of texts, as in tokens.css. */
export const textScales: Record<TextSize, number> = { normal: 1, large: 1.15, larger: 1.3 };

export const useTextScale = (): number => textScales[useApp((app) => app.settings.text_size)];

/** Whether things should not move on their own: chosen in the settings, or else the system's. */
export function useLessMotion(): boolean {
  const motion = useApp((app) => app.settings.motion);
  const systemReduces = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return motion === 'system' ? systemReduces : motion === 'less';
}

/** Sets what the style sheets follow: the size of texts, motion, and the look of pieces. */
export function useRootAppearance(): void {
  const textSize = useApp((app) => app.settings.text_size);
  const distinctPieces = useApp((app) => app.settings.distinct_pieces);
  const lessMotion = useLessMotion();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.textSize = textSize;
    dataset.motion = lessMotion ? 'less' : 'full';
    dataset.pieces = distinctPieces ? 'distinct' : 'standard';
  }, [textSize, lessMotion, distinctPieces]);
}
