import { IconArmchair, IconBook2, IconCards, IconMail, IconSettings, IconTools, IconTrophy } from '@tabler/icons-react';

/** The rooms of the window in the order of the rail; Settings stands apart at its foot. */
export const rooms = [
  { id: 'lobby', path: '/', Icon: IconArmchair },
  { id: 'tables', path: '/tables', Icon: IconCards },
  { id: 'protocols', path: '/protocols', Icon: IconBook2 },
  { id: 'inbox', path: '/inbox', Icon: IconMail },
  { id: 'standings', path: '/boards', Icon: IconTrophy },
  { id: 'studio', path: '/studio', Icon: IconTools },
  { id: 'settings', path: '/settings', Icon: IconSettings },
] as const;

export type RoomId = (typeof rooms)[number]['id'];

/** The room that an address belongs to; a table belongs to Tables. */
export function roomOf(path: string): RoomId {
  const found = rooms.find((room) => room.path !== '/' && (path === room.path || path.startsWith(`${room.path}/`)));
  return found?.id ?? 'lobby';
}

/** Who an agent is, in Standings. */
export const profilePath = (publicKey: string): string => `/boards/agents/${publicKey}`;
