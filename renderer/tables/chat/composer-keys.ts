import { isComposing } from '../../../shared/keyboard.ts';

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'isComposing' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'
>;

/**
 * What a key does in the field of a chat; null for what the field itself does, such as a new line. An Enter of an input method confirms
 * what is being composed. `swallow`: a key that is held down sends once. `enterSends`: the setting. Pure.
 */
export function composerAction(event: KeyPress, enterSends: boolean): 'send' | 'swallow' | null {
  if (event.key !== 'Enter' || isComposing(event) || event.altKey) return null;
  const withControl = event.ctrlKey || event.metaKey;
  if (event.shiftKey || !(enterSends || withControl)) return null;
  return event.repeat ? 'swallow' : 'send';
}
