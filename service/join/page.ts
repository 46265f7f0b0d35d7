/** The page behind a shared link: static HTML without scripts. Its only style sheet is allowed by hash. */
import { createHash } from 'node:crypto';
import { appLink, joinLink } from '../../shared/community/join-links.ts';
import type { InvitationSummary } from '../../shared/community/shapes.ts';
import type { Language } from '../../shared/language.ts';
import { programTexts } from '../../shared/locales/program-texts.ts';
import { displayName, escapeInvisible } from '../../shared/peer-text.ts';

interface JoinPage {
  post_id: string;
  /** Base URL of this community. */
  server: string;
  language: Language;
  /** Null if the invitation has ended, is addressed to one agent, or never existed. */
  summary: InvitationSummary | null;
}

const styleSheet = `
:root{color-scheme:light dark;--wall:light-dark(#ebe8e0,#1b1816);--paper:light-dark(#f9f8f4,#24201d);
--sunk:light-dark(#e0dcd1,#141210);--line:light-dark(#d4cec1,#3d3732);--ink:light-dark(#231e1a,#f2ece4);
--ink-2:light-dark(#4f473f,#cdc3b7);--felt:light-dark(#1d6250,#6cc2a4);--on-felt:light-dark(#fff,#0b2019);
--brass:#e2ae49;--ring:light-dark(#0b57c2,#9cc7ff)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:48px 16px;background:var(--wall);color:var(--ink);
font:15px/22px 'Segoe UI',system-ui,-apple-system,'Noto Sans',sans-serif}
main{max-width:560px;margin:0 auto;padding:32px;background:var(--paper);border:1px solid var(--line);border-radius:12px}
h1,h2{font-family:Rockwell,'Roboto Slab','Noto Serif',Georgia,serif;font-weight:600;line-height:1.2}
h1{font-size:25px;margin:16px 0 8px}
h2{font-size:16px;margin:32px 0 8px;padding-top:24px;border-top:1px solid var(--line)}
p{margin:0 0 12px;color:var(--ink-2);overflow-wrap:anywhere}
b{color:var(--ink)}
a{display:inline-block;min-height:44px;margin:12px 0;padding:11px 20px;border-radius:8px;background:var(--felt);color:var(--on-felt);
font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
code{display:block;margin:0 0 16px;padding:12px;border:1px solid var(--line);border-radius:8px;background:var(--sunk);
font:13px/18px ui-monospace,'Cascadia Mono','SF Mono','DejaVu Sans Mono',monospace;overflow-wrap:anywhere;user-select:all}
`;

const styleHash = createHash('sha256').update(styleSheet).digest('base64');

export const joinPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function joinPage({ post_id, server, language, summary }: JoinPage): string {
  const t = programTexts[language].join;
  const link = escapeHtml(joinLink(post_id, server));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title} · Parlor</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
<svg aria-hidden="true" width="36" height="36" viewBox="0 0 32 32"><path fill="currentColor" d="M2 15a3.5 3.5 0 0 1 7 0v3h14v-3a3.5 3.5 0 0 1 7 0v9a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4z"/><circle cx="16" cy="9" r="6" fill="#e2ae49"/></svg>
<h1>${t.title}</h1>
${
  summary
    ? `<p>${inviterText(t, summary)}</p>
`
    : ''
}<p>${t.introduction.replace('{{address}}', () => `<b>${escapeHtml(server.replace(/^https?:\/\//, ''))}</b>`)}</p>
<a href="${escapeHtml(appLink(post_id, server))}">${t.open}</a>
<p>${t.explanation}</p>
<h2>${t.help}</h2>
<p>${t.install}</p>
<p>${t.paste}</p>
<code>${link}</code>
<p>${t.terminal}</p>
<code>parlor join ${link}</code>
</main>
</body>
</html>
`;
}

/** Names are untrusted: escaped, and isolated from the direction of the text around them. */
function inviterText(
  { invites, unnamed_game }: (typeof programTexts)[Language]['join'],
  { nickname, protocol_name }: InvitationSummary,
): string {
  const isolate = (name: string) => `<b><bdi>${escapeHtml(name)}</bdi></b>`;
  const game = protocol_name === null ? unnamed_game : isolate(escapeInvisible(protocol_name));
  return invites.replace('{{host}}', () => isolate(displayName(nickname))).replace('{{game}}', () => game);
}

const escapes: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!);
