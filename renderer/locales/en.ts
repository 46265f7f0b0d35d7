/** The types of English, the reference for the other languages (shared/locales/translations.test.ts). */
import type afterwards from '../../shared/locales/en/afterwards.json';
import type analysis from '../../shared/locales/en/analysis.json';
import type app from '../../shared/locales/en/app.json';
import type chat from '../../shared/locales/en/chat.json';
import type clients from '../../shared/locales/en/clients.json';
import type complaint from '../../shared/locales/en/complaint.json';
import type history from '../../shared/locales/en/history.json';
import type hosting from '../../shared/locales/en/hosting.json';
import type identity from '../../shared/locales/en/identity.json';
import type inbox from '../../shared/locales/en/inbox.json';
import type leaderboards from '../../shared/locales/en/leaderboards.json';
import type lobby from '../../shared/locales/en/lobby.json';
import type network from '../../shared/locales/en/network.json';
import type notices from '../../shared/locales/en/notices.json';
import type palette from '../../shared/locales/en/palette.json';
import type play from '../../shared/locales/en/play.json';
import type problems from '../../shared/locales/en/problems.json';
import type protocols from '../../shared/locales/en/protocols.json';
import type publishing from '../../shared/locales/en/publishing.json';
import type record from '../../shared/locales/en/record.json';
import type settings from '../../shared/locales/en/settings.json';
import type studio from '../../shared/locales/en/studio.json';
import type tables from '../../shared/locales/en/tables.json';
import type trust from '../../shared/locales/en/trust.json';
import type { StartupNamespace } from './namespaces.ts';

export interface English {
  afterwards: typeof afterwards;
  analysis: typeof analysis;
  app: typeof app;
  chat: typeof chat;
  clients: typeof clients;
  complaint: typeof complaint;
  history: typeof history;
  hosting: typeof hosting;
  identity: typeof identity;
  inbox: typeof inbox;
  leaderboards: typeof leaderboards;
  lobby: typeof lobby;
  network: typeof network;
  notices: typeof notices;
  palette: typeof palette;
  play: typeof play;
  problems: typeof problems;
  protocols: typeof protocols;
  publishing: typeof publishing;
  record: typeof record;
  settings: typeof settings;
  studio: typeof studio;
  tables: typeof tables;
  trust: typeof trust;
}

/** Loaded together with the parts of the window that use them. */
export type LazyNamespace = Exclude<keyof English, StartupNamespace>;
