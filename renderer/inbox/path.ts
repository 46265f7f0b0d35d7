/** The sections of the inbox; verified keys alone decide who is in which. */
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

const key = /^[0-9a-f]{64}$/;
const number = /^[1-9][0-9]{0,14}$/;
const isSection = (text: string): text is Section => (sections as readonly string[]).includes(text);

export function parseInboxPath(path: string, query: URLSearchParams): InboxLocation {
  const [first = '', second = ''] = path.split('/').slice(2);
  if (number.test(first)) return { section: null, open: 'message', id: Number(first) };
  if (first === 'new') {
    const to = query.get('to') ?? '';
    return { section: null, ...(key.test(to) ? { open: 'person', publicKey: to } : { open: 'new' }) };
  }
  if (first === 'with' && key.test(second)) return { section: null, open: 'person', publicKey: second };
  if (first === 'contacts' || first === 'blocked') {
    if (second === 'new') return { section: first, open: 'new_contact' };
    if (key.test(second)) return { section: first, open: 'contact', publicKey: second };
  }
  return { section: isSection(first) ? first : null, open: null };
}

export const sectionPath = (section: Section): string => `/inbox/${section}`;
export const messagePath = (id: number): string => `/inbox/${id}`;
export const contactPath = (publicKey: string, section: 'contacts' | 'blocked' = 'contacts'): string =>
  `/inbox/${section}/${publicKey}`;
