/** Every component shows words of strangers through these. */
export { isolated, shownName, visible } from '../../shared/peer-text.ts';
