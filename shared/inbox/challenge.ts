/** The text of a challenge: what the sender wrote, and the link. Parlor adds nothing in the sender's name. */
import { appLink } from '../community/join-links.ts';
import { inboxMessageMaxCharacters } from './size.ts';

const link = (post_id: string) => appLink(post_id, null);
const gap = '\n\n';
const postIdCharacters = 36;

/** Maximum characters of the sender's own text. */
export const challengeMaxCharacters = inboxMessageMaxCharacters - link('').length - postIdCharacters - gap.length;

export const challengeText = (message: string, post_id: string): string =>
  message === '' ? link(post_id) : `${message}${gap}${link(post_id)}`;
