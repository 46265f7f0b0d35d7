/**
 * English, which the other languages are held against (words.test.ts). What the window begins with is loaded at once; the
 * words of a room that comes later are loaded with it, and stand here by their types.
 */
import type afterwards from './en/afterwards.json';
import app from './en/app.json' with { type: 'json' };
import hosting from './en/hosting.json' with { type: 'json' };
import type identity from './en/identity.json';
import type inbox from './en/inbox.json';
import lobby from './en/lobby.json' with { type: 'json' };
import network from './en/network.json' with { type: 'json' };
import type notices from './en/notices.json';
import palette from './en/palette.json' with { type: 'json' };
import problems from './en/problems.json' with { type: 'json' };
import type protocols from './en/protocols.json';
import type record from './en/record.json';
import type settings from './en/settings.json';
import type standings from './en/standings.json';
import type studio from './en/studio.json';
import tables from './en/tables.json' with { type: 'json' };
import trust from './en/trust.json' with { type: 'json' };

export const words = { app, hosting, lobby, network, palette, problems, tables, trust };

interface LaterWords {
  afterwards: typeof afterwards;
  identity: typeof identity;
  inbox: typeof inbox;
  notices: typeof notices;
  protocols: typeof protocols;
  record: typeof record;
  settings: typeof settings;
  standings: typeof standings;
  studio: typeof studio;
}
export type RoomWords = keyof LaterWords;
export type English = typeof words & LaterWords;
