import { describe, expect, it } from 'vitest';
import { writePath } from '../core/rooms.ts';
import { contactPath, messagePath, parseInboxPath, sectionPath, sections } from './path.ts';

const key = 'ab'.repeat(32);
const read = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return parseInboxPath(path, new URLSearchParams(query));
};

describe('paths of the inbox', () => {
  it('lead to the item they name', () => {
    expect(read('/inbox')).toEqual({ section: null, open: null });
    for (const section of sections) expect(read(sectionPath(section))).toEqual({ section, open: null });
    expect(read(messagePath(12))).toEqual({ section: null, open: 'message', id: 12 });
    expect(read(writePath(key))).toEqual({ section: null, open: 'person', publicKey: key });
    expect(read(`/inbox/new?to=${key}`)).toEqual(read(writePath(key)));
    expect(read('/inbox/contacts/new')).toEqual({ section: 'contacts', open: 'new_contact' });
    expect(read(contactPath(key))).toEqual({ section: 'contacts', open: 'contact', publicKey: key });
    expect(read(contactPath(key, 'blocked'))).toEqual({ section: 'blocked', open: 'contact', publicKey: key });
  });

  it('lead to the inbox if they name nothing valid', () => {
    expect(read('/inbox/new?to=somebody')).toEqual({ section: null, open: 'new' });
    for (const address of ['/inbox/0', '/inbox/x', '/inbox/with/x', '/inbox/attic']) {
      expect(read(address), address).toEqual({ section: null, open: null });
    }
  });
});
