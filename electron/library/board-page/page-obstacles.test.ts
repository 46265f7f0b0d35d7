import { expect, it } from 'vitest';
import { pageObstacles } from './page-obstacles.ts';
import { scriptObstacles } from './script-obstacles.ts';
import { styleObstacles } from './style-obstacles.ts';

const hasFile = (path: string) => ['board.js', 'board.css', 'a/b.png', 'font.woff2'].includes(path);
const inPage = (page: string, path = 'index.html') =>
  pageObstacles(page, path, hasFile).map(({ code, source }) => [code, source]);
const inScript = (code: string) => scriptObstacles(code).map((obstacle) => [obstacle.code, obstacle.source]);
const inStyle = (css: string) => styleObstacles(css, 'index.html', hasFile).map(({ code, source }) => [code, source]);

it('says of a page with too many tags only that', () => {
  expect(inPage('<b><i><p>'.repeat(100_000))).toEqual([['page_tags', '']]);
});

it.each(['%zz', 'http:%', '//[', '\\\\['])('reports a script with the invalid address %s', (source) => {
  expect(pageObstacles(`<script src="${source}"></script>`, 'index.html', () => true)).toMatchObject([
    { source, line: 1 },
  ]);
});

it.each([
  ['<script>go()</script>', 'script_inline', ''],
  ['<script type="text/javascript">go()</script>', 'script_inline', ''],
  ['<script type=importmap>{}</script>', 'page_import_map', ''],
  ['<script src=//example.org/a.js></script>', 'script_remote', '//example.org/a.js'],
  ['<svg><script href="https://example.org/a.js" /></svg>', 'script_remote', 'https://example.org/a.js'],
  ['<script src=other.js></script>', 'script_missing', 'other.js'],
  ['<p title="a > b" onclick="go()">', 'script_handler', 'onclick'],
  ['<svg><path onload="go()"/></svg>', 'script_handler', 'onload'],
  ['<link rel="stylesheet" href="https://example.org/a.css">', 'file_remote', 'https://example.org/a.css'],
  ['<link rel="stylesheet" href="data:text/css,a{}">', 'file_remote', 'data:text/css,a{}'],
  ['<link rel="stylesheet" href="other.css">', 'file_missing', 'other.css'],
  ['<link rel="preconnect" href="https://fonts.example.org">', 'file_remote', 'https://fonts.example.org'],
  ['<img src="https://example.org/a.png">', 'file_remote', 'https://example.org/a.png'],
  ['<img src="/b.png">', 'file_missing', '/b.png'],
  ['<img srcset="a/b.png 1x, //example.org/b.png 2x">', 'file_remote', '//example.org/b.png'],
  ['<svg><image href="https://example.org/a.png"/></svg>', 'file_remote', 'https://example.org/a.png'],
  ['<video poster="c.png"></video>', 'file_missing', 'c.png'],
  ['<form><button>Go</button></form>', 'page_form', ''],
  ['<input>', 'page_field', '<input>'],
  ['<select></select>', 'page_field', '<select>'],
  ['<iframe src="a.html"></iframe>', 'page_frame', '<iframe>'],
  ['<base href="/x/">', 'page_base', ''],
  ['<a href="https://example.org">more</a>', 'page_link', 'https://example.org'],
  ['<meta http-equiv="Refresh" content="1">', 'page_refresh', ''],
])('finds what cannot work in %s', (html, code, source) => {
  expect(inPage(`<!doctype html>\n<p>${html}`)).toEqual([[code, source]]);
});

it.each([
  '<script src="./board.js?v=2" type="module"></script>',
  '<script type="application/json">{"a": "<img src=x.png>"}</script>',
  '<link rel="stylesheet" href="board.css"><link rel="author" href="https://example.org">',
  '<img src="a/b.png"><img src="data:image/png;base64,AA"><img srcset="data:image/png,1 1x, a/b.png 2x">',
  '<!-- <img src="x.png"><script>1</script> -->',
  '<style>a::after { content: "<script>1</script>" }</style>',
  '<a href="#top">top</a><input type="checkbox"><input type="range">',
  '<p title="onclick=1">text</p><textpath></textpath>',
])('finds nothing in %s', (html) => {
  expect(inPage(`<!doctype html>${html}`)).toEqual([]);
});

it('resolves addresses from the folder of the page', () => {
  expect(inPage('<img src="b.png"><img src="../a/b.png"><img src="a/b.png">', 'a/page.html')).toEqual([
    ['file_missing', 'a/b.png'],
  ]);
});

it('gives the place of each', () => {
  expect(pageObstacles('<!doctype html>\n<p>\n  <img src="x.png">', 'index.html', hasFile)).toEqual([
    { code: 'file_missing', source: 'x.png', line: 3, column: 3 },
  ]);
});

it('reads a page that nests deeper than the stack', () => {
  expect(inPage(`${'<div>'.repeat(9_900)}<script>go()</script>`)).toEqual([['script_inline', '']]);
});

it.each([
  ['fetch("/api/snapshot")', 'script_network', 'fetch'],
  ['window.fetch("a")', 'script_network', 'fetch'],
  ['new WebSocket(address)', 'script_network', 'WebSocket'],
  ['navigator.sendBeacon("a")', 'script_network', 'navigator.sendBeacon'],
  ['localStorage.theme = 1', 'script_storage', 'localStorage'],
  ['document.cookie = "a=1"', 'script_storage', 'document.cookie'],
  ['eval("1")', 'script_eval', 'eval'],
  ['new Function("return 1")', 'script_eval', 'Function'],
  ['setTimeout("go()", 1)', 'script_eval', 'setTimeout'],
  ['if (confirm("Sure?")) go()', 'script_dialog', 'confirm'],
  ['window.open("a.html")', 'script_dialog', 'open'],
  ['location.href = "a.html"', 'script_leaves', 'location'],
  ['window.location.reload()', 'script_leaves', 'location.reload'],
  ['new Worker("w.js")', 'script_worker', 'Worker'],
  ['import a from "lodash"', 'script_import', 'lodash'],
  ['import("https://example.org/a.js")', 'script_import', 'https://example.org/a.js'],
  ['cell.innerHTML = `<button onclick="go()">` + i', 'script_markup', 'onclick'],
  ['cell.setAttribute("onclick", "go()")', 'script_markup', 'onclick'],
  ['top.postMessage({}, "*")', 'script_parent', 'top.postMessage'],
  ['let a = ;', 'script_syntax', ''],
])('finds what cannot work in the script %s', (code, obstacle, source) => {
  expect(inScript(`const i = 1;\n${code};`)).toEqual([[obstacle, source]]);
});

it('names the place where a module cannot be parsed', () => {
  const [obstacle] = scriptObstacles('import { a } from "./a.js";\nlet b = ;');
  expect(obstacle).toMatchObject({ line: 2, column: 9 });
});

it.each([
  'import { connectBoard } from "./parlor-board.js"',
  'parent.postMessage({ type: "hello" }, "*")',
  'function fetch() {} fetch()',
  'const open = () => {}; open(); board.open(); const { top } = box.getBoundingClientRect(); use(top)',
  '({ fetch: 1 }).fetch; state.localStorage; // fetch("a")',
  'const text = "a < b on click = c"; setTimeout(go, 1)',
  'with (a) { go() }',
  'const { hash } = location',
])('finds nothing in the script %s', (code) => {
  expect(inScript(code)).toEqual([]);
});

it('finds what a style sheet loads from elsewhere', () => {
  expect(
    inStyle(
      '@import "https://example.org/a.css";\na { background: url(x.png) }\nb { src: url("//example.org/f.woff2") }',
    ),
  ).toEqual([
    ['file_remote', 'https://example.org/a.css'],
    ['file_missing', 'x.png'],
    ['file_remote', '//example.org/f.woff2'],
  ]);
  expect(
    inStyle(
      '/* url(x.png) */ a { background: url(a/b.png), url("data:image/png,1"), url(#clip); src: url(.parlor/a.woff2) }',
    ),
  ).toEqual([]);
});
