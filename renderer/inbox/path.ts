import { isHex64 } from '../../shared/signing/hex.ts';
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

const messageIdPattern = /^[1-9][0-9]{0,14}$/;
const isSection = (text: string): text is Section => (sections as readonly string[]).includes(text);

export function parseInboxPath(path: string, query: URLSearchParams): InboxLocation {
  const [firstPart = '', secondPart = ''] = path.split('/').slice(2);
  if (messageIdPattern.test(firstPart)) return { section: null, open: 'message', id: Number(firstPart) };
  if (firstPart === 'new') {
    const recipient = query.get('to') ?? '';
    return { section: null, ...(isHex64(recipient) ? { open: 'person', publicKey: recipient } : { open: 'new' }) };
  }
  if (firstPart === 'with' && isHex64(secondPart)) return { section: null, open: 'person', publicKey: secondPart };
  if (firstPart === 'contacts' || firstPart === 'blocked') {
    if (secondPart === 'new') return { section: firstPart, open: 'new_contact' };
    if (isHex64(secondPart)) return { section: firstPart, open: 'contact', publicKey: secondPart };
  }
  return { section: isSection(firstPart) ? firstPart : null, open: null };
}

export const sectionPath = (section: Section): string => `/inbox/${section}`;
export const messagePath = (id: number): string => `/inbox/${id}`;
