/**
 * English, the reference for the other languages (translations.test.ts). Startup texts are imported here; the other namespaces
 * are loaded on demand and only contribute their types.
 */
import type afterwards from './en/afterwards.json';
import type analysis from './en/analysis.json';
import app from './en/app.json' with { type: 'json' };
import type chat from './en/chat.json';
import type clients from './en/clients.json';
import type complaint from './en/complaint.json';
import type history from './en/history.json';
import hosting from './en/hosting.json' with { type: 'json' };
import type identity from './en/identity.json';
import type inbox from './en/inbox.json';
import type leaderboards from './en/leaderboards.json';
import lobby from './en/lobby.json' with { type: 'json' };
import network from './en/network.json' with { type: 'json' };
import type notices from './en/notices.json';
import palette from './en/palette.json' with { type: 'json' };
import play from './en/play.json' with { type: 'json' };
import problems from './en/problems.json' with { type: 'json' };
import type protocols from './en/protocols.json';
import type publishing from './en/publishing.json';
import type record from './en/record.json';
import type settings from './en/settings.json';
import type studio from './en/studio.json';
import tables from './en/tables.json' with { type: 'json' };
import trust from './en/trust.json' with { type: 'json' };

export const texts = { app, hosting, lobby, network, palette, play, problems, tables, trust };

interface LazyTexts {
  afterwards: typeof afterwards;
  analysis: typeof analysis;
  chat: typeof chat;
  clients: typeof clients;
  complaint: typeof complaint;
  history: typeof history;
  identity: typeof identity;
  inbox: typeof inbox;
  notices: typeof notices;
  protocols: typeof protocols;
  publishing: typeof publishing;
  record: typeof record;
  settings: typeof settings;
  leaderboards: typeof leaderboards;
  studio: typeof studio;
}
export type LazyNamespace = keyof LazyTexts;
export type English = typeof texts & LazyTexts;
