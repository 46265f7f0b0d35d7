import { cellOf, gameOf, nameOf, SIZE, turnedBy } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

/** The drawing's own units. A lane above the board holds the scores and the caption, a margin around it the coordinates. */
const PITCH = 64;
const RADIUS = 26;
const MARGIN = 26;
const LANE = 72;
const SIDE = SIZE * PITCH;
const WIDTH = SIDE + 2 * MARGIN;
const HEIGHT = LANE + SIDE + 2 * MARGIN;
const SVG = 'http://www.w3.org/2000/svg';

const stage = document.getElementById('stage');
const drawing = document.getElementById('drawing');
const grid = document.getElementById('grid');
const marks = document.getElementById('marks');
const cells = document.getElementById('cells');
const pass = document.getElementById('pass');
const caption = document.getElementById('caption');
const prompt = document.getElementById('prompt');
const title = document.querySelector('h1');

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
/** The cell that is picked, and the one under the pointer or the keyboard's focus. */
let picked = null;
let tried = null;

const parlor = connectBoard({
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    pass.textContent = words.pass;
    drawGrid();
  },
  onState({ record }) {
    const next = gameOf(record);
    // A state without a new move must not cut short the discs that are turning.
    if (JSON.stringify(next) === JSON.stringify(game)) return;
    const moved = game && next.moves === game.moves + 1;
    game = next;
    drawGrid();
    if (moved) turn(game.last.turned);
  },
  onAsk(nextAsk, nextPicked) {
    ask = nextAsk;
    picked = /^[a-h][1-8]$/.test(nextPicked) ? cellOf(nextPicked) : null;
    drawMarks();
  },
});

for (const [name, value] of Object.entries({ w: WIDTH, h: HEIGHT, lane: LANE, margin: MARGIN })) {
  stage.style.setProperty(`--${name}`, value);
}
drawing.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
cells.append(...Array.from({ length: SIZE * SIZE }, (_, cell) => cellButton(cell)));
pass.addEventListener('click', () => void parlor.pick('pass'));

const centre = (cell) => ({
  x: MARGIN + ((cell % SIZE) + 0.5) * PITCH,
  y: LANE + MARGIN + (Math.floor(cell / SIZE) + 0.5) * PITCH,
});
const offers = (value) => ask?.choices.some((choice) => choice.value === value) ?? false;
/** Hooks by hand offer every cell; only those that turn a disc can be played. */
const legal = (cell) => offers(nameOf(cell)) && game.legal.includes(cell);
const kind = (seat) => (seat === context.role ? 'own' : 'their');
const other = () => (context.role === 'host' ? 'guest' : 'host');

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const circle = (cls, { x, y }, r) => element('circle', { class: cls, cx: x, cy: y, r });
const line = (x1, y1, x2, y2) => element('line', { class: 'rule', x1, y1, x2, y2 });

/** A disc of a seat: yours with a dot, theirs with a ring. */
function disc(seat, at, r = RADIUS) {
  const own = kind(seat) === 'own';
  return element(
    'g',
    { class: `disc ${kind(seat)}` },
    circle('body', at, r),
    circle('mark', at, own ? r * 0.3 : r * 0.58),
  );
}

/** The felt, its lines and coordinates, the discs and the scores. Changes only with the state. */
function drawGrid() {
  if (!context || !game) return;
  const [left, top] = [MARGIN, LANE + MARGIN];
  const parts = [element('rect', { class: 'felt', x: left, y: top, width: SIDE, height: SIDE, rx: 6 })];
  for (let at = 1; at < SIZE; at += 1) {
    parts.push(line(left + at * PITCH, top, left + at * PITCH, top + SIDE));
    parts.push(line(left, top + at * PITCH, left + SIDE, top + at * PITCH));
  }
  for (let at = 0; at < SIZE; at += 1) {
    const middle = (at + 0.5) * PITCH;
    parts.push(coordinate('abcdefgh'[at], left + middle, top - MARGIN / 2));
    parts.push(coordinate(String(at + 1), left - MARGIN / 2, top + middle));
  }
  game.board.forEach((seat, cell) => {
    if (!seat) return;
    const node = disc(seat, centre(cell));
    node.dataset.cell = nameOf(cell);
    parts.push(node);
  });
  parts.push(...score(context.role, MARGIN, 'start'), ...score(other(), WIDTH - MARGIN, 'end'));
  grid.replaceChildren(...parts);
  drawMarks();
}

function coordinate(label, x, y) {
  return element('text', { class: 'coordinate', x, y: y + 6 }, label);
}

/** How many discs a seat has, in a corner of the lane. */
function score(seat, x, side) {
  const inwards = side === 'start' ? 1 : -1;
  const at = { x: x + inwards * 18, y: LANE / 2 + 4 };
  const count = element(
    'text',
    { class: `score ${side}`, x: x + inwards * 46, y: at.y + 10 },
    String(game.scores[seat]),
  );
  return [disc(seat, at, 18), count];
}

/** What can be played, what is picked or tried, and the last disc; and all that is said in words. */
function drawMarks() {
  if (!context || !game) return;
  const parts = [];
  if (game.last?.cell != null) parts.push(circle('last', centre(game.last.cell), RADIUS + 2));
  const inHand = [tried, picked].find((cell) => cell !== null && legal(cell)) ?? null;
  for (const cell of game.legal) if (legal(cell) && cell !== inHand) parts.push(circle('open', centre(cell), 6));
  if (inHand !== null) {
    const turned = turnedBy(game.board, inHand, context.role);
    parts.push(...turned.map((cell) => circle('turned', centre(cell), RADIUS - 2)));
    const node = disc(context.role, centre(inHand));
    if (inHand !== picked) node.classList.add('tried');
    parts.push(node);
  }
  if (picked !== null && legal(picked)) parts.push(circle('ghost', centre(picked), RADIUS + 2));
  marks.replaceChildren(...parts);
  drawCells();
  say();
}

/** One radio button over each cell; arrows move, Enter and Space pick. */
function drawCells() {
  cells.toggleAttribute('data-open', ask !== null);
  const stop = focused() ?? picked ?? game.legal.find(legal) ?? 0;
  [...cells.children].forEach((button, cell) => {
    button.setAttribute('aria-label', labelOf(cell));
    button.setAttribute('aria-checked', String(cell === picked));
    button.setAttribute('aria-disabled', String(!legal(cell)));
    button.tabIndex = cell === stop ? 0 : -1;
  });
  pass.hidden = !mustPass();
}

const mustPass = () => offers('pass') && game.legal.length === 0;

/** The cell that has the keyboard's focus, or null. */
function focused() {
  const at = [...cells.children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

function cellButton(cell) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(cell));
  button.addEventListener('pointerenter', () => attempt(cell));
  button.addEventListener('pointerleave', () => attempt(null));
  button.addEventListener('focus', () => button.matches(':focus-visible') && attempt(cell));
  button.addEventListener('blur', () => attempt(null));
  return button;
}

function labelOf(cell) {
  const seat = game.board[cell];
  const turned = legal(cell) ? turnedBy(game.board, cell, context.role).length : 0;
  return words.cell(nameOf(cell), seat && kind(seat), turned);
}

function attempt(cell) {
  if (tried === cell) return;
  tried = cell;
  drawMarks();
}

function pick(cell) {
  if (legal(cell)) void parlor.pick(nameOf(cell));
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  const from = focused() ?? picked ?? game.legal.find(legal) ?? 0;
  const target = targetOf(event.key, Math.floor(from / SIZE), from % SIZE);
  if (target) cells.children[target.row * SIZE + target.col].focus();
  else if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** Where a key moves the focus from a cell, not beyond the edge; null for other keys. */
function targetOf(key, row, col) {
  const last = SIZE - 1;
  const targets = {
    ArrowLeft: { row, col: Math.max(0, col - 1) },
    ArrowRight: { row, col: Math.min(last, col + 1) },
    ArrowUp: { row: Math.max(0, row - 1), col },
    ArrowDown: { row: Math.min(last, row + 1), col },
    Home: { row, col: 0 },
    End: { row, col: last },
  };
  return targets[key] ?? null;
}

function say() {
  const { headline, detail } = sentence();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const scores = words.scores(game.scores[context.role], game.scores[other()]);
  prompt.textContent = [ask?.prompt ?? '', lastSentence(), headline, detail, scores].filter(Boolean).join(' ');
}

function sentence() {
  if (game.over) {
    const end = game.winner === null ? 'none' : game.winner === 'draw' ? 'draw' : kind(game.winner);
    const detail = game.ended ? words.final(game.scores[context.role], game.scores[other()]) : '';
    return { headline: words.over[end], detail };
  }
  if (mustPass()) return { headline: words.mustPass[0], detail: words.mustPass[1] };
  if (game.last?.cell === null) {
    return { headline: words.passed(kind(game.last.by) === 'own'), detail: words.turn(game.turn === context.role) };
  }
  if (ask) return { headline: words.choose[0], detail: words.choose[1] };
  return { headline: '', detail: words.turn(game.turn === context.role) };
}

function lastSentence() {
  if (game.last?.cell == null) return '';
  const { by, cell, turned } = game.last;
  return words.placed(kind(by) === 'own', nameOf(cell), turned.length);
}

/** Turns the discs that the newest one enclosed. */
function turn(turned) {
  if (context.reduced_motion) return;
  for (const cell of turned) {
    const node = grid.querySelector(`[data-cell="${nameOf(cell)}"]`);
    node?.animate([{ transform: 'scaleX(0.1)' }, { transform: 'none' }], { duration: 200, easing: 'ease-out' });
  }
}
