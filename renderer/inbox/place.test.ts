import { describe, expect, it } from 'vitest';
import { contactPath, letterPath, readPlace, sentPath, shelfPath, writePath } from './place.ts';

const key = 'ab'.repeat(32);
const read = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return readPlace(path, new URLSearchParams(query));
};

describe('addresses of the inbox', () => {
  it('lead to what they name', () => {
    expect(read('/inbox')).toEqual({ shelf: null, open: null });
    expect(read(shelfPath('played'))).toEqual({ shelf: 'played', open: null });
    expect(read(shelfPath('sent'))).toEqual({ shelf: 'sent', open: null });
    expect(read(letterPath(12))).toEqual({ shelf: null, open: 'letter', id: 12 });
    expect(read(sentPath(12))).toEqual({ shelf: 'sent', open: 'sent', id: 12 });
    expect(read(writePath(key))).toEqual({ shelf: null, open: 'new', to: key });
    expect(read('/inbox/contacts')).toEqual({ shelf: 'contacts', open: null });
    expect(read('/inbox/contacts/new')).toEqual({ shelf: 'contacts', open: 'new_contact' });
    expect(read(contactPath(key))).toEqual({ shelf: 'contacts', open: 'contact', publicKey: key });
  });

  it('lead to the inbox where they name nothing of it', () => {
    expect(read('/inbox/new?to=somebody')).toEqual({ shelf: null, open: 'new', to: null });
    for (const address of ['/inbox/0', '/inbox/x', '/inbox?door=attic']) {
      expect(read(address), address).toEqual({ shelf: null, open: null });
    }
  });
});
