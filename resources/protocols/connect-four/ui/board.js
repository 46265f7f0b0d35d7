/** Draws the grid and its discs as SVG, with one radio button over each column. */
import { gameOf } from './game.js';
import { connectBoard, endOf, explain, keyOf, lineMark, nameOf, playedMark, whyWait } from './parlor-board.js';
import { wordsIn } from './words.js';

/** Sizes in SVG units. The lane above the grid has the numbers of the columns, which are also the keys for them. */
const PITCH = 64;
const HOLE = 27;
const PAD = 8;
const LANE = 30;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);
const ids = ['drawing', 'grid', 'marks', 'columns', 'caption', 'prompt'];
const [drawing, grid, marks, columns, caption, prompt] = ids.map(byId);
const [title, table] = ['h1', 'main'].map((name) => document.querySelector(name));

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The column under the pointer or with the keyboard focus. */
let preview = null;
/** In an analysis: the column that was played, and the best line. */
let judged = null;

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  ahead: true,
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    drawGrid();
  },
  onState({ record }) {
    const next = gameOf(record);
    judged = null;
    // Redrawing would interrupt a falling disc, so skip states without a change.
    if (JSON.stringify(next) === JSON.stringify(game)) return;
    const hasNewDisc = game && next.discs === game.discs + 1;
    if (game?.cols !== next.cols)
      parlor.numbers(Array.from({ length: Math.min(9, next.cols) }, (_, col) => ({ number: col + 1, answer: col })));
    game = next;
    drawGrid();
    if (hasNewDisc) animateDrop(game.last);
  },
  onAsk(nextAsk, nextPicked) {
    ask = nextAsk;
    picked = nextPicked;
    drawMarks();
  },
  onMarks(marks) {
    judged = marks;
    drawMarks();
  },
});

const centre = ({ col, row }) => ({ x: PAD + (col + 0.5) * PITCH, y: LANE + PAD + (row + 0.5) * PITCH });
const landing = (col) => ({ col, row: game.rows - 1 - game.heights[col] });
/** Whether a column is offered and has room; a seat played by hand is offered every column. */
const isLegal = (col) => game.heights[col] < game.rows && (ask?.choices.some(({ value }) => value === col) ?? false);
const sideOf = (seat) => (seat === context.role ? 'own' : 'their');
/** The name of the other side in a sentence; null for the person. */
const whoIs = (seat) => (seat === context.role ? null : nameOf(seat, context));

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function circle(cls, { x, y }, r) {
  return element('circle', { class: cls, cx: x, cy: y, r });
}

/** A disc of a seat: the guest's with a dot, the host's with a ring. */
function disc(seat, at, cls = '') {
  const mark = circle('mark', at, seat === 'guest' ? 8 : 16);
  return element('g', { class: `disc ${seat} ${cls}` }, circle('body', at, HOLE), mark);
}

/** From back to front: the ground behind the holes, the discs, the face with its holes. Changes only with the state. */
function drawGrid() {
  if (!context || !game) return;
  const width = game.cols * PITCH + 2 * PAD;
  const height = LANE + game.rows * PITCH + 2 * PAD;
  // Holes at least as large as a target has to be.
  const least = Math.ceil((height * 24) / PITCH);
  table.style.setProperty('--parlor-ratio', width / height);
  table.style.setProperty('--parlor-least', `${least}px`);
  table.style.setProperty('--inset', PAD / width);
  // With the margins, and with room beside it for both sides and, at the end, for how the game ended.
  parlor.size(least + 16, Math.max(game.over ? 460 : 0, Math.ceil(1.3 * (least + 16)) + 24));
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const box = { x: 1, y: LANE + 1, width: width - 2, height: height - LANE - 2, rx: 16 };
  const winning = new Set(game.line?.cells.map(({ row, col }) => `${row},${col}`));
  const discs = [];
  const rims = [];
  let face = roundedBox(box);
  game.board.forEach((cells, row) => {
    cells.forEach((seat, col) => {
      const at = centre({ row, col });
      if (seat) {
        const node = disc(seat, at, game.line && !winning.has(`${row},${col}`) ? 'pale' : '');
        if (game.last.row === row && game.last.col === col) node.id = 'fallen';
        discs.push(node);
      }
      face += `M${at.x - HOLE} ${at.y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0z`;
      rims.push(circle('rim', at, HOLE));
    });
  });
  grid.replaceChildren(
    element('rect', { class: 'back', ...box }),
    ...discs,
    element('path', { class: 'face', d: face }),
    element('rect', { class: 'frame', ...box }),
    ...rims,
  );
  drawSide('own', context.role);
  drawSide('their', context.role === 'host' ? 'guest' : 'host');
  drawMarks();
}

/** The disc and the name of a seat. */
function drawSide(side, seat) {
  const piece = element('svg', { viewBox: '0 0 56 56', 'aria-hidden': 'true' }, disc(seat, { x: 28, y: 28 }));
  const textContent = side === 'own' ? words.you : context.names?.[seat] || words.they;
  const name = Object.assign(document.createElement('small'), { textContent, dir: 'auto' });
  byId(side).replaceChildren(piece, name);
}

function roundedBox({ x, y, width, height, rx }) {
  const arc = (dx, dy) => `a${rx} ${rx} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [width - 2 * rx, height - 2 * rx];
  return `M${x + rx} ${y}h${w}${arc(rx, rx)}v${h}${arc(-rx, rx)}h${-w}${arc(-rx, -rx)}v${-h}${arc(rx, -rx)}z`;
}

/** Marks over the face (pick, preview, last disc, winning line), the buttons and the caption. */
function drawMarks() {
  if (!context || !game) return;
  const parts = [];
  if (game.line) {
    parts.push(...game.line.cells.map((cell) => circle('line', centre(cell), HOLE + 2)));
  } else if (game.last) {
    parts.push(circle('last', centre(game.last), HOLE + 3.5));
  }
  const inHand = [preview, picked].find((col) => col !== null && isLegal(col)) ?? null;
  if (inHand !== null && inHand !== picked) {
    parts.push(column(inHand, 'preview'), disc(context.role, centre(landing(inHand)), 'preview'));
  }
  if (picked !== null && isLegal(picked)) {
    const at = centre(landing(picked));
    parts.push(column(picked, ''), disc(context.role, at, 'picked'), circle('ghost', at, HOLE - 1));
  }
  marks.replaceChildren(...parts, ...judgedMarks());
  drawColumns();
  drawCaption();
}

/** The disc that was played next, and the best line, whose discs pile up. */
function judgedMarks() {
  if (judged === null) return [];
  const { played, line } = judged;
  const heights = [...game.heights];
  const parts = line.map(({ by, answer: col }, index) => {
    heights[col] += 1;
    return lineMark(centre({ col, row: game.rows - heights[col] }), HOLE, index + 1, by);
  });
  if (played === null) return parts;
  const at = centre(landing(played.answer));
  if (line[0]?.answer === played.answer) return parts;
  return [disc(played.by, at, 'preview'), playedMark(at, HOLE + 3), ...parts];
}

function column(col, cls) {
  const { x } = centre({ col, row: 0 });
  const box = { x: x - 31, y: LANE + 3, width: 62, height: game.rows * PITCH + 2 * PAD - 6, rx: 13 };
  return element('rect', { class: `column ${cls}`, ...box });
}

/** One radio button over each column; arrows move, Enter and Space pick. */
function drawColumns() {
  columns.toggleAttribute('data-open', ask !== null);
  while (columns.children.length > game.cols) columns.lastChild.remove();
  while (columns.children.length < game.cols) columns.append(columnButton(columns.children.length));
  const stop = focused() ?? picked ?? middle();
  [...columns.children].forEach((button, col) => {
    button.firstChild.textContent = col + 1;
    button.setAttribute('aria-label', labelOf(col));
    button.setAttribute('aria-checked', String(col === picked));
    button.setAttribute('aria-disabled', String(!isLegal(col)));
    button.tabIndex = col === stop ? 0 : -1;
  });
}

const middle = () => Math.floor((game.cols - 1) / 2);

/** The column with the keyboard focus, or null. */
function focused() {
  const at = [...columns.children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

function columnButton(col) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(document.createElement('span'));
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(col));
  button.addEventListener('pointerenter', () => setPreview(col));
  button.addEventListener('pointerleave', () => setPreview(null));
  button.addEventListener('focus', () => button.matches(':focus-visible') && setPreview(col));
  button.addEventListener('blur', () => setPreview(null));
  return button;
}

function labelOf(col) {
  const stack = game.board
    .map((cells) => cells[col])
    .filter(Boolean)
    .reverse();
  const own = stack.map((seat) => sideOf(seat) === 'own');
  return words.column(col + 1, own, stack.length === game.rows);
}

function setPreview(col) {
  if (preview === col) return;
  preview = col;
  drawMarks();
}

function pick(col) {
  if (isLegal(col)) void parlor.pick(col);
  else if (!columns.children[col]) explain(words.columnsTo(game.cols), marker(middle()));
  else explain(ask ? words.full(col + 1) : whyWait(game.over, context.locale), marker(col));
}

/** What an explanation about a column stands beside: its number. */
const marker = (col) => columns.children[col].firstChild;

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const from = focused() ?? picked ?? middle();
  const target = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: game.cols - 1 }[key];
  if (target !== undefined) columns.children[Math.max(0, Math.min(game.cols - 1, target))].focus();
  else if (/^[0-9]$/.test(key)) pick((Number(key) + 9) % 10);
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** Beside the grid stands how the game ended. */
function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const turn = (ask && !ask.ahead) || game.over ? '' : words.turn(game.turn === context.role);
  prompt.textContent = [ask && !ask.ahead ? ask.prompt : '', lastSentence(), turn].filter(Boolean).join(' ');
}

function captionText() {
  if (!game.over) return { headline: '', detail: '' };
  const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
  return { headline, detail: detail || endReason() };
}

function endReason() {
  if (!game.line) return game.full ? words.gridFull : '';
  const { cells, name } = game.line;
  return words.line[name](cells[0].col + 1, cells.at(-1).col + 1, cells.length);
}

function lastSentence() {
  if (!game.last) return '';
  return words.dropped(whoIs(game.last.by), game.last.col + 1, game.rows - game.last.row);
}

/** Animates the newest disc falling behind the face. */
function animateDrop(last) {
  const fallen = document.getElementById('fallen');
  if (!fallen || !last || context.reduced_motion) return;
  const from = `translateY(${-(last.row + 1) * PITCH}px)`;
  const duration = Math.min(220, 160 + 10 * last.row);
  fallen.animate([{ transform: from }, { transform: 'none' }], { duration, easing: 'cubic-bezier(.4,0,1,1)' });
}
