/** Draws the board and its discs as SVG, with one radio button over each cell. */
import { cellOf, gameOf, nameOf, SIZE, turnedBy } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

/** Sizes in SVG units. The lane above the board holds the scores and the caption, the margin the coordinates. */
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
/** The picked cell, and the one under the pointer or with the keyboard focus. */
let picked = null;
let preview = null;

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
    // Redrawing would interrupt discs that are turning, so skip states without a change.
    if (JSON.stringify(next) === JSON.stringify(game)) return;
    const hasNewMove = game && next.moves === game.moves + 1;
    game = next;
    drawGrid();
    if (hasNewMove) animateTurned(game.last.turned);
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
/** Whether a cell is offered and turns a disc; a seat played by hand is offered every cell. */
const isLegal = (cell) => offers(nameOf(cell)) && game.legal.includes(cell);
const sideOf = (seat) => (seat === context.role ? 'own' : 'their');
const otherSeat = () => (context.role === 'host' ? 'guest' : 'host');

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
  const own = sideOf(seat) === 'own';
  return element(
    'g',
    { class: `disc ${sideOf(seat)}` },
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
  parts.push(...score(context.role, MARGIN, 'start'), ...score(otherSeat(), WIDTH - MARGIN, 'end'));
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

/** The marks (legal cells, pick, preview, last disc), the buttons and the caption. */
function drawMarks() {
  if (!context || !game) return;
  const parts = [];
  if (game.last?.cell != null) parts.push(circle('last', centre(game.last.cell), RADIUS + 2));
  const inHand = [preview, picked].find((cell) => cell !== null && isLegal(cell)) ?? null;
  for (const cell of game.legal) if (isLegal(cell) && cell !== inHand) parts.push(circle('open', centre(cell), 6));
  if (inHand !== null) {
    const turned = turnedBy(game.board, inHand, context.role);
    parts.push(...turned.map((cell) => circle('turned', centre(cell), RADIUS - 2)));
    const node = disc(context.role, centre(inHand));
    if (inHand !== picked) node.classList.add('preview');
    parts.push(node);
  }
  if (picked !== null && isLegal(picked)) parts.push(circle('ghost', centre(picked), RADIUS + 2));
  marks.replaceChildren(...parts);
  drawCells();
  drawCaption();
}

/** One radio button over each cell; arrows move, Enter and Space pick. */
function drawCells() {
  cells.toggleAttribute('data-open', ask !== null);
  const stop = focused() ?? picked ?? game.legal.find(isLegal) ?? 0;
  [...cells.children].forEach((button, cell) => {
    button.setAttribute('aria-label', labelOf(cell));
    button.setAttribute('aria-checked', String(cell === picked));
    button.setAttribute('aria-disabled', String(!isLegal(cell)));
    button.tabIndex = cell === stop ? 0 : -1;
  });
  pass.hidden = !mustPass();
}

const mustPass = () => offers('pass') && game.legal.length === 0;

/** The cell with the keyboard focus, or null. */
function focused() {
  const at = [...cells.children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

function cellButton(cell) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(cell));
  button.addEventListener('pointerenter', () => setPreview(cell));
  button.addEventListener('pointerleave', () => setPreview(null));
  button.addEventListener('focus', () => button.matches(':focus-visible') && setPreview(cell));
  button.addEventListener('blur', () => setPreview(null));
  return button;
}

function labelOf(cell) {
  const seat = game.board[cell];
  const turned = isLegal(cell) ? turnedBy(game.board, cell, context.role).length : 0;
  return words.cell(nameOf(cell), seat && sideOf(seat), turned);
}

function setPreview(cell) {
  if (preview === cell) return;
  preview = cell;
  drawMarks();
}

function pick(cell) {
  if (isLegal(cell)) void parlor.pick(nameOf(cell));
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  const from = focused() ?? picked ?? game.legal.find(isLegal) ?? 0;
  const target = targetOf(event.key, Math.floor(from / SIZE), from % SIZE);
  if (target) cells.children[target.row * SIZE + target.col].focus();
  else if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** The cell to which a key moves the focus, never beyond the edge; null for other keys. */
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

function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const scores = words.scores(game.scores[context.role], game.scores[otherSeat()]);
  prompt.textContent = [ask?.prompt ?? '', lastSentence(), headline, detail, scores].filter(Boolean).join(' ');
}

function captionText() {
  if (game.over) {
    const end = game.winner === null ? 'none' : game.winner === 'draw' ? 'draw' : sideOf(game.winner);
    const detail = game.ended ? words.final(game.scores[context.role], game.scores[otherSeat()]) : '';
    return { headline: words.over[end], detail };
  }
  if (mustPass()) return { headline: words.mustPass[0], detail: words.mustPass[1] };
  if (game.last?.cell === null) {
    return { headline: words.passed(sideOf(game.last.by) === 'own'), detail: words.turn(game.turn === context.role) };
  }
  if (ask) return { headline: words.choose[0], detail: words.choose[1] };
  return { headline: '', detail: words.turn(game.turn === context.role) };
}

function lastSentence() {
  if (game.last?.cell == null) return '';
  const { by, cell, turned } = game.last;
  return words.placed(sideOf(by) === 'own', nameOf(cell), turned.length);
}

/** Animates the discs that the newest one turned. */
function animateTurned(turned) {
  if (context.reduced_motion) return;
  for (const cell of turned) {
    const node = grid.querySelector(`[data-cell="${nameOf(cell)}"]`);
    node?.animate([{ transform: 'scaleX(0.1)' }, { transform: 'none' }], { duration: 200, easing: 'ease-out' });
  }
}
