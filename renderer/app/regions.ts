import { useEffect } from 'react';

/** The values of `data-region`, in the order of F6. */
const regionOrder = ['rail', 'main', 'sheet', 'notice', 'moments', 'board', 'decision', 'status', 'toast'];

/** Focuses the region's first focusable element, or the region itself. */
function focusRegion(region: HTMLElement): void {
  const focusTarget = region.matches('[tabindex]')
    ? region
    : region.querySelector<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled), [tabindex]');
  (focusTarget ?? region).focus();
}

/** F6 and Shift F6 move the focus between the regions of the window. */
export function useRegions(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      const regions = regionOrder
        .flatMap((name) => [...document.querySelectorAll<HTMLElement>(`[data-region="${name}"]`)])
        .filter((region) => region.checkVisibility());
      if (regions.length === 0) return;
      event.preventDefault();
      const focusedRegion = regions.filter((region) => region.contains(document.activeElement)).at(-1);
      const currentIndex = focusedRegion ? regions.indexOf(focusedRegion) : -1;
      const step = event.shiftKey ? -1 : 1;
      const nextRegion = regions[(currentIndex + step + regions.length) % regions.length];
      if (nextRegion) focusRegion(nextRegion);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
