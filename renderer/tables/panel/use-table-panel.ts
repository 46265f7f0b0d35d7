import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useEscape } from '../../core/keys.ts';

/** What the panel beside a board shows: the moves, or in their place the rules or what was checked. */
export type PanelPart = 'moves' | 'rules' | 'checks';

export interface TablePanel {
  /** The panel is opened and closed by a button. */
  isCompact: boolean;
  /** Null while it is closed. */
  shown: PanelPart | null;
  has(part: PanelPart): boolean;
  /** Shows the part, or closes it if it is shown: the moves come back, or the panel closes. */
  toggle(part: PanelPart): void;
}

/** The panel of a table. In compact windows it is closed at first. Esc closes what was opened, and the focus returns to its button. */
export function useTablePanel(parts: readonly PanelPart[]): TablePanel {
  const isCompact = useMediaQuery('(max-width: 1099px)') ?? false;
  const [isOpen, setIsOpen] = useState(false);
  const [over, setOver] = useState<Exclude<PanelPart, 'moves'> | null>(null);
  const opener = useRef<PanelPart>('moves');
  const shown = over ?? (isCompact && !isOpen ? null : 'moves');
  const close = (part: PanelPart) => {
    if (part === 'moves') setIsOpen(false);
    else setOver(null);
    const { activeElement } = document;
    if (activeElement !== document.body && !activeElement?.closest('[data-region="sheet"]')) return;
    const button = (name: string) => document.querySelector<HTMLElement>(`[data-band] [data-panel="${name}"]`);
    const target = button(opener.current);
    (target?.checkVisibility() ? target : button('more'))?.focus();
  };
  const toggle = (part: PanelPart) => {
    if (shown === part) return close(part);
    opener.current = part;
    setOver(part === 'moves' ? null : part);
    if (part === 'moves') setIsOpen(true);
  };
  useEscape(shown === null || (shown === 'moves' && !isCompact) ? null : () => close(shown));
  return { isCompact, shown, has: (part) => parts.includes(part), toggle };
}
