import { doors, type Shelf } from './letters.ts';

/** What an address of the room shows: the shelf where it says one, and what is open beside it. */
export type Place = { shelf: Shelf | null } & (
  | { open: null }
  | { open: 'letter' | 'sent'; id: number }
  | { open: 'new'; to: string | null }
  | { open: 'contact'; publicKey: string }
  | { open: 'new_contact' }
);

const shelves: readonly string[] = [...doors, 'sent'];
const isShelf = (text: string): text is Shelf => shelves.includes(text);
const key = /^[0-9a-f]{64}$/;
const number = /^[1-9][0-9]{0,14}$/;

export function readPlace(path: string, query: URLSearchParams): Place {
  const [first = '', second = ''] = path.split('/').slice(2);
  if (number.test(first)) return { shelf: null, open: 'letter', id: Number(first) };
  if (first === 'new') {
    const to = query.get('to') ?? '';
    return { shelf: null, open: 'new', to: key.test(to) ? to : null };
  }
  if (first === 'sent') {
    return number.test(second) ? { shelf: 'sent', open: 'sent', id: Number(second) } : { shelf: 'sent', open: null };
  }
  if (first === 'contacts') {
    if (second === 'new') return { shelf: 'contacts', open: 'new_contact' };
    if (key.test(second)) return { shelf: 'contacts', open: 'contact', publicKey: second };
    return { shelf: 'contacts', open: null };
  }
  const door = query.get('door') ?? '';
  return { shelf: isShelf(door) ? door : null, open: null };
}

export const shelfPath = (shelf: Shelf): string =>
  shelf === 'sent' || shelf === 'contacts' ? `/inbox/${shelf}` : `/inbox?door=${shelf}`;
export const letterPath = (id: number): string => `/inbox/${id}`;
export const sentPath = (id: number): string => `/inbox/sent/${id}`;
export const writePath = (publicKey: string): string => `/inbox/new?to=${publicKey}`;
export const contactPath = (publicKey: string): string => `/inbox/contacts/${publicKey}`;
