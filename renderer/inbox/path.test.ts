import { describe, expect, it } from 'vitest';
import { contactPath, writePath } from '../core/rooms.ts';
import { messagePath, parseInboxPath, sectionPath, sections } from './path.ts';

const key = 'ab'.repeat(32);
const parse = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return parseInboxPath(path, new URLSearchParams(query));
};

describe('paths of the inbox', () => {
  it('open the item that they name', () => {
    expect(parse('/inbox')).toEqual({ section: null, open: null });
    for (const section of sections) expect(parse(sectionPath(section))).toEqual({ section, open: null });
    expect(parse(messagePath(12))).toEqual({ section: null, open: 'message', id: 12 });
    expect(parse(writePath(key))).toEqual({ section: null, open: 'person', publicKey: key });
    expect(parse(`/inbox/new?to=${key}`)).toEqual(parse(writePath(key)));
    expect(parse('/inbox/contacts/new')).toEqual({ section: 'contacts', open: 'new_contact' });
    expect(parse(contactPath(key))).toEqual({ section: 'contacts', open: 'contact', publicKey: key });
    expect(parse(contactPath(key, 'blocked'))).toEqual({ section: 'blocked', open: 'contact', publicKey: key });
  });

  it('open nothing if they are invalid', () => {
    expect(parse('/inbox/new?to=somebody')).toEqual({ section: null, open: 'new' });
    for (const address of ['/inbox/0', '/inbox/x', '/inbox/with/x', '/inbox/attic']) {
      expect(parse(address), address).toEqual({ section: null, open: null });
    }
  });
});
