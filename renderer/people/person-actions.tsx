/** What the user can do about a person, with texts that only the inbox loads otherwise. */
import { lazyPart } from '../core/lazy-part.ts';
import { Button } from '../ui/Button.tsx';

/** Its space is kept while it loads, so that the button before it doesn't move under the pointer. */
export const PersonMenu = lazyPart(
  ['inbox'],
  async () => (await import('./PersonMenuButton.tsx')).PersonMenuButton,
  ({ variant }) => (
    <Button size={variant === 'felt' ? 'md' : 'sm'} iconOnly disabled style={{ visibility: 'hidden' }} />
  ),
);
export const AddContact = lazyPart(['inbox'], async () => (await import('./AddContactButton.tsx')).AddContactButton);
export const Blocked = lazyPart(['inbox'], async () => (await import('./BlockedLine.tsx')).BlockedLine);
