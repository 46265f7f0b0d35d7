import {
  IconArrowsLeftRight,
  IconBook2,
  IconLock,
  IconMessage2Question,
  IconMessages,
  IconPuzzle,
} from '@tabler/icons-react';

const icons: { [mode: string]: typeof IconBook2 } = {
  session_loop: IconArrowsLeftRight,
  simultaneous_round: IconLock,
  request_response: IconMessage2Question,
  free: IconMessages,
};

/** The mode of a protocol as an icon, or its kind if the mode is unknown. */
export function ModeIcon({ mode, type, size = 20 }: { mode: string | null; type: string; size?: number }) {
  const known = mode === null ? undefined : icons[mode];
  const Icon = known ?? (type === 'game' ? IconPuzzle : type === 'chat' ? IconMessages : IconBook2);
  return <Icon size={size} stroke={1.75} aria-hidden="true" />;
}
