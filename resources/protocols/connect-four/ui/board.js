/** Draws the grid and its discs as SVG, with one radio button over each column. */
import { gameOf } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

/** Sizes in SVG units. The lane above the grid holds the disc in hand, or the caption when there is none. */
const PITCH = { x: 72, y: 64 };
const HOLE = 27;
const PAD = 8;
const LANE = 58;
const SVG = 'http://www.w3.org/2000/svg';

const stage = document.getElementById('stage');
const drawing = document.getElementById('drawing');
const grid = document.getElementById('grid');
const marks = document.getElementById('marks');
const columns = document.getElementById('columns');
const caption = document.getElementById('caption');
const prompt = document.getElementById('prompt');
const title = document.querySelector('h1');

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The column under the pointer or with the keyboard focus. */
let preview = null;

const parlor = connectBoard({
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    drawGrid();
  },
  onState({ record }) {
    const next = gameOf(record);
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
});

const centre = ({ col, row }) => ({ x: PAD + (col + 0.5) * PITCH.x, y: LANE + PAD + (row + 0.5) * PITCH.y });
const landing = (col) => ({ col, row: game.rows - 1 - game.heights[col] });
const isLegal = (col) => ask?.choices.some(({ value }) => value === col) ?? false;
const sideOf = (seat) => (seat === context.role ? 'own' : 'their');

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function circle(cls, { x, y }, r) {
  return element('circle', { class: cls, cx: x, cy: y, r });
}

function disc(seat, at, cls = '') {
  const own = sideOf(seat) === 'own';
  return element(
    'g',
    { class: `disc ${sideOf(seat)} ${cls}` },
    circle('body', at, HOLE),
    circle('mark', at, own ? 8 : 16),
  );
}

/** From back to front: the ground behind the holes, the discs, the face with its holes. Changes only with the state. */
function drawGrid() {
  if (!context || !game) return;
  const width = game.cols * PITCH.x + 2 * PAD;
  const height = LANE + game.rows * PITCH.y + 2 * PAD;
  for (const [name, value] of Object.entries({ w: width, h: height, lane: LANE, inset: PAD })) {
    stage.style.setProperty(`--${name}`, value);
  }
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
  drawMarks();
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
  if (inHand !== null && inHand !== picked) parts.push(column(inHand, 'preview'));
  if (picked !== null && isLegal(picked)) {
    parts.push(column(picked, ''), circle('ghost', centre(landing(picked)), HOLE - 1));
  }
  if (inHand !== null) {
    const at = { x: centre({ col: inHand, row: 0 }).x, y: HOLE + 2 };
    parts.push(disc(context.role, at, inHand === picked ? '' : 'preview'));
  }
  marks.replaceChildren(...parts);
  drawColumns();
  drawCaption(inHand === null);
}

function column(col, cls) {
  const { x } = centre({ col, row: 0 });
  const box = { x: x - 34, y: LANE + 3, width: 68, height: game.rows * PITCH.y + 2 * PAD - 6, rx: 13 };
  return element('rect', { class: `column ${cls}`, ...box });
}

/** One radio button over each column; arrows move, Enter and Space pick. */
function drawColumns() {
  columns.toggleAttribute('data-open', ask !== null);
  while (columns.children.length > game.cols) columns.lastChild.remove();
  while (columns.children.length < game.cols) columns.append(columnButton(columns.children.length));
  const stop = focused() ?? picked ?? middle();
  [...columns.children].forEach((button, col) => {
    button.setAttribute('aria-label', nameOf(col));
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
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(col));
  button.addEventListener('pointerenter', () => setPreview(col));
  button.addEventListener('pointerleave', () => setPreview(null));
  button.addEventListener('focus', () => button.matches(':focus-visible') && setPreview(col));
  button.addEventListener('blur', () => setPreview(null));
  return button;
}

function nameOf(col) {
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
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  const from = focused() ?? picked ?? middle();
  const target = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: game.cols - 1 }[event.key];
  if (target !== undefined) columns.children[Math.max(0, Math.min(game.cols - 1, target))].focus();
  else if (/^[0-9]$/.test(event.key)) pick((Number(event.key) + 9) % 10);
  else if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** The caption in the lane above the grid; hidden while a disc in hand is there. */
function drawCaption(shown) {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  caption.hidden = !shown;
  prompt.textContent = [ask?.prompt ?? '', lastSentence(), headline, detail].filter(Boolean).join(' ');
}

function captionText() {
  if (game.over) {
    const end = game.winner === null ? 'none' : game.winner === 'draw' ? 'draw' : sideOf(game.winner);
    return { headline: words.over[end], detail: endReason() };
  }
  if (ask) return { headline: words.choose[0], detail: words.choose[1] };
  return { headline: '', detail: words.turn(game.turn === context.role) };
}

function endReason() {
  if (!game.line) return game.full ? words.full : '';
  const { cells, name } = game.line;
  return words.line[name](cells[0].col + 1, cells.at(-1).col + 1, cells.length);
}

function lastSentence() {
  if (!game.last) return '';
  return words.dropped(sideOf(game.last.by) === 'own', game.last.col + 1, game.rows - game.last.row);
}

/** Animates the newest disc falling behind the face. */
function animateDrop(last) {
  const fallen = document.getElementById('fallen');
  if (!fallen || !last || context.reduced_motion) return;
  const from = `translateY(${-(last.row + 1) * PITCH.y}px)`;
  const duration = Math.min(220, 160 + 10 * last.row);
  fallen.animate([{ transform: from }, { transform: 'none' }], { duration, easing: 'cubic-bezier(.4,0,1,1)' });
}
