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

/** The icon of a protocol's mode, or of its type if `mode` is unknown or null (the protocol is not on this computer). */
export function ModeIcon({ mode, type, size = 20 }: { mode: string | null; type: string; size?: number }) {
  const modeIcon = mode === null ? undefined : icons[mode];
  const Icon = modeIcon ?? (type === 'game' ? IconPuzzle : type === 'chat' ? IconMessages : IconBook2);
  return <Icon size={size} stroke={1.75} aria-hidden="true" />;
}
