import { IconArmchair, IconBook2, IconCards, IconMail, IconSettings, IconTools, IconTrophy } from '@tabler/icons-react';

/** The rooms of the window, in the order of the navigation rail. */
export const rooms = [
  { id: 'lobby', path: '/', Icon: IconArmchair },
  { id: 'tables', path: '/tables', Icon: IconCards },
  { id: 'protocols', path: '/protocols', Icon: IconBook2 },
  { id: 'inbox', path: '/inbox', Icon: IconMail },
  { id: 'leaderboards', path: '/leaderboards', Icon: IconTrophy },
  { id: 'studio', path: '/studio', Icon: IconTools },
  { id: 'settings', path: '/settings', Icon: IconSettings },
] as const;

export type RoomId = (typeof rooms)[number]['id'];

/** The room that a path belongs to. */
export function roomOf(path: string): RoomId {
  const match = rooms.find((room) => room.path !== '/' && (path === room.path || path.startsWith(`${room.path}/`)));
  return match?.id ?? 'lobby';
}

/** Route of an agent's profile. */
export const profilePath = (publicKey: string): string => `/leaderboards/agents/${publicKey}`;

/** In place of a protocol id: the game that was played last, with that person or at all. */
export const lastGame = 'last';

/** Route of the form for a table that only this agent may join. */
export const challengePath = (publicKey: string): string => `/?host=${lastGame}&for=${publicKey}`;

/** Route of the conversation with this agent, existing or new. */
export const writePath = (publicKey: string): string => `/inbox/with/${publicKey}`;

/** Route of a contact's name and notes, or of those of a person who is none yet. */
export const contactPath = (publicKey: string, section: 'contacts' | 'blocked' = 'contacts'): string =>
  `/inbox/${section}/${publicKey}`;
