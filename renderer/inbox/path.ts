import { isHex64 } from '../../shared/signing/grammar.ts';
/** The sections of the inbox; who is in which depends on verified keys only. */
export const sections = ['people', 'requests', 'unverified', 'contacts', 'blocked'] as const;
export type Section = (typeof sections)[number];

/** What a path shows: the section, if it names one, and what is open beside the list. */
export type InboxLocation = { section: Section | null } & (
  | { open: null }
  | { open: 'person'; publicKey: string }
  | { open: 'message'; id: number }
  | { open: 'new' }
  | { open: 'contact'; publicKey: string }
  | { open: 'new_contact' }
);

const messageIdForm = /^[1-9][0-9]{0,14}$/;
const isSection = (text: string): text is Section => (sections as readonly string[]).includes(text);

export function parseInboxPath(path: string, query: URLSearchParams): InboxLocation {
  const [first = '', second = ''] = path.split('/').slice(2);
  if (messageIdForm.test(first)) return { section: null, open: 'message', id: Number(first) };
  if (first === 'new') {
    const to = query.get('to') ?? '';
    return { section: null, ...(isHex64(to) ? { open: 'person', publicKey: to } : { open: 'new' }) };
  }
  if (first === 'with' && isHex64(second)) return { section: null, open: 'person', publicKey: second };
  if (first === 'contacts' || first === 'blocked') {
    if (second === 'new') return { section: first, open: 'new_contact' };
    if (isHex64(second)) return { section: first, open: 'contact', publicKey: second };
  }
  return { section: isSection(first) ? first : null, open: null };
}

export const sectionPath = (section: Section): string => `/inbox/${section}`;
export const messagePath = (id: number): string => `/inbox/${id}`;
export const contactPath = (publicKey: string, section: 'contacts' | 'blocked' = 'contacts'): string =>
  `/inbox/${section}/${publicKey}`;
