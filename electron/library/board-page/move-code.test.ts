import { expect, it } from 'vitest';
import { moveCode } from './move-code.ts';
import { pageObstacles } from './page-obstacles.ts';

const moved = (page: string, { path = 'index.html', taken = [] as string[] } = {}) => {
  const { files, ...result } = moveCode(page, path, (file) => taken.includes(file));
  return { ...result, files: Object.fromEntries(files) };
};

it('moves a script, a style sheet and handlers into files and leaves everything else as it was', () => {
  const page = `<!DOCTYPE html>\r
<HTML><head><title>Küche &amp; Co</title>
<style media="screen">
  a { color: red }
</style></head>
<body onload="start()">
  <button id=go   onclick="play('a > b')" class=big>Go</button><!-- <script>1</script> -->
<script>
  let x = '<b>';
</script>
</body></HTML>
`;
  expect(moved(page)).toEqual({
    page: `<!DOCTYPE html>\r
<HTML><head><title>Küche &amp; Co</title>
<link rel="stylesheet" media="screen" href="index.css"></head>
<body data-handlers="1">
  <button id=go   data-handlers="2" class=big>Go</button><!-- <script>1</script> -->
<script src="index.js"></script>
<script src="index-handlers.js"></script>
</body></HTML>
`,
    files: {
      'index.css': '  a { color: red }\n',
      'index.js': "  let x = '<b>';\n",
      'index-handlers.js': `for (const element of document.querySelectorAll('[data-handlers="1"]')) {
  element.onload = function (event) {
    start()
  };
}
for (const element of document.querySelectorAll('[data-handlers="2"]')) {
  element.onclick = function (event) {
    play('a > b')
  };
}
`,
    },
    moves: [
      { code: 'style', file: 'index.css', source: '', line: 3 },
      { code: 'handler', file: 'index-handlers.js', source: 'onload', line: 6 },
      { code: 'handler', file: 'index-handlers.js', source: 'onclick', line: 7 },
      { code: 'script', file: 'index.js', source: '', line: 8 },
    ],
  });
});

it('keeps the kind and order of scripts', () => {
  const { page, files } = moved(
    '<script defer async nonce=a data-x="1">1</script><script type="module" async>2</script><script nomodule>3</script>',
  );
  expect(page).toBe(
    '<script data-x="1" src="index.js"></script><script type="module" async src="index-2.js"></script><script nomodule src="index-3.js"></script>',
  );
  expect(files).toEqual({ 'index.js': '1', 'index-2.js': '2', 'index-3.js': '3' });
});

it('takes names that are free, next to the page', () => {
  const { page, files } = moved('<script>1</script>', { path: 'a/the board.html', taken: ['a/the board.js'] });
  expect(page).toBe('<script src="the%20board-2.js"></script>');
  expect(files).toEqual({ 'a/the board-2.js': '1' });
});

it.each([
  '<script src="a.js"></script><script type="application/json">{}</script><script> </script>',
  '<script type="importmap">{"imports": {}}</script>',
  '<template><button onclick="go()"></button><script>1</script></template>',
  '<svg><style>a { fill: red }</style></svg>',
  '<button onclick="go(">Go</button>',
  '<button onclick="}); go(function () {">Go</button>',
  '<p>text without code</p>',
])('leaves %s', (page) => {
  expect(moved(page)).toEqual({ page, files: {}, moves: [] });
});

it('leaves a style sheet that a script refers to', () => {
  for (const page of [
    '<style id="theme">a{}</style>',
    '<style>a{}</style><script src="a.js"></script><script>document.styleSheets[0].insertRule("b{}")</script>',
  ]) {
    const { page: after, moves } = moved(page);
    expect(after).toContain('a{}</style>');
    expect(moves).toContainEqual({ code: 'kept_style', file: '', source: '', line: 1 });
  }
});

it('removes a policy of its own and states the new encoding', () => {
  const page =
    '<meta charset="gbk"><meta http-equiv="Content-Security-Policy" content="script-src \'unsafe-inline\'"><p>text';
  const { page: after, moves } = moved(page);
  expect(after).toBe('<meta charset="utf-8"><p>text');
  expect(moves.map(({ code, source }) => [code, source])).toEqual([
    ['encoding', 'gbk'],
    ['policy', ''],
  ]);
});

it('leaves no code in the page, however it is written', () => {
  const page = `<script>1</script><p ONCLICK='a("x")' onfocus=b()>text<img src=x.png onerror="c()">
<script>2`;
  const { page: after, files } = moved(page);
  expect(pageObstacles(after, 'index.html', (path) => path in files || path === 'x.png')).toEqual([]);
  expect(files['index-handlers.js']).toMatch(/onclick.*onfocus.*onerror/s);
});

it('moving again changes nothing', () => {
  const { page } = moved('<body onclick="a()"><style>a{}</style><script>1</script>');
  expect(moved(page)).toEqual({ page, files: {}, moves: [] });
});
