/** English, whole: the other languages are held against it (words.test.ts). */
import afterwards from './en/afterwards.json' with { type: 'json' };
import app from './en/app.json' with { type: 'json' };
import hosting from './en/hosting.json' with { type: 'json' };
import identity from './en/identity.json' with { type: 'json' };
import inbox from './en/inbox.json' with { type: 'json' };
import lobby from './en/lobby.json' with { type: 'json' };
import network from './en/network.json' with { type: 'json' };
import palette from './en/palette.json' with { type: 'json' };
import problems from './en/problems.json' with { type: 'json' };
import protocols from './en/protocols.json' with { type: 'json' };
import record from './en/record.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import standings from './en/standings.json' with { type: 'json' };
import studio from './en/studio.json' with { type: 'json' };
import tables from './en/tables.json' with { type: 'json' };
import trust from './en/trust.json' with { type: 'json' };

export const words = {
  afterwards,
  app,
  hosting,
  identity,
  inbox,
  lobby,
  network,
  palette,
  problems,
  protocols,
  record,
  settings,
  standings,
  studio,
  tables,
  trust,
};
