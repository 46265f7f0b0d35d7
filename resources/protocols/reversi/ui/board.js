/** Draws the board and its discs as SVG, with one radio button over each cell. */
import { cellName, cellOf, gameOf, SIZE, turnedBy } from './game.js';
import {
  connectBoard,
  endOf,
  explain,
  keyOf,
  lineMark,
  nameOf,
  playedMark,
  typedPlaces,
  whyWait,
} from './parlor-board.js';
import { wordsIn } from './words.js';

/** Sizes in SVG units. */
const PITCH = 64;
const RADIUS = 26;
const SIDE = SIZE * PITCH;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);
const [grid, marks, cells, pass, caption, prompt] = ['grid', 'marks', 'cells', 'pass', 'caption', 'prompt'].map(byId);
const title = document.querySelector('h1');

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
/** The picked cell, and the one under the pointer or with the keyboard focus. */
let picked = null;
let preview = null;
/** In an analysis: the cell that was played, and the best line. */
let judged = null;

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  ahead: true,
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    pass.textContent = words.pass;
    parlor.size(240, 230);
    drawGrid();
  },
  onState({ record }) {
    const next = gameOf(record);
    judged = null;
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
  onMarks(marks) {
    judged = marks;
    drawMarks();
  },
});

const named = (texts) => texts.map((textContent) => Object.assign(document.createElement('span'), { textContent }));
byId('columns').append(...named([...'abcdefgh']));
byId('rows').append(...named([...'12345678']));
cells.append(...Array.from({ length: SIZE * SIZE }, (_, cell) => cellButton(cell)));
const typedCell = typedPlaces(cells);
pass.addEventListener('click', () => void parlor.pick('pass'));

const centre = (cell) => ({ x: ((cell % SIZE) + 0.5) * PITCH, y: (Math.floor(cell / SIZE) + 0.5) * PITCH });
const offers = (value) => ask?.choices.some((choice) => choice.value === value) ?? false;
/** Whether a cell is offered and turns a disc, if it is this seat's turn; a seat played by hand is offered every cell. */
const isLegal = (cell) => offers(cellName(cell)) && (ask.ahead || game.legal.includes(cell));
const sideOf = (seat) => (seat === context.role ? 'own' : 'their');
/** The name of the other side in a sentence; null for the person. */
const whoIs = (seat) => (seat === context.role ? null : nameOf(seat, context));
const otherSeat = () => (context.role === 'host' ? 'guest' : 'host');

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const circle = (cls, { x, y }, r) => element('circle', { class: cls, cx: x, cy: y, r });
const line = (x1, y1, x2, y2) => element('line', { class: 'rule', x1, y1, x2, y2 });

/** A disc of a seat: the guest's with a dot, the host's with a ring. */
function disc(seat, at, r = RADIUS) {
  const mark = circle('mark', at, seat === 'guest' ? r * 0.3 : r * 0.58);
  return element('g', { class: `disc ${seat}` }, circle('body', at, r), mark);
}

/** The felt, its lines, the discs, and beside it the scores. Changes only with the state. */
function drawGrid() {
  if (!context || !game) return;
  const parts = [element('rect', { class: 'felt', x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 6 })];
  for (let at = 1; at < SIZE; at += 1) {
    parts.push(line(at * PITCH, 0, at * PITCH, SIDE), line(0, at * PITCH, SIDE, at * PITCH));
  }
  game.board.forEach((seat, cell) => {
    if (!seat) return;
    const node = disc(seat, centre(cell));
    node.dataset.cell = cellName(cell);
    parts.push(node);
  });
  grid.replaceChildren(...parts);
  drawSide('own', context.role);
  drawSide('their', otherSeat());
  drawMarks();
}

/** The disc, the score and the name of a seat. */
function drawSide(side, seat) {
  const piece = element('svg', { viewBox: '0 0 56 56', 'aria-hidden': 'true' });
  piece.append(disc(seat, { x: 28, y: 28 }));
  const score = Object.assign(document.createElement('b'), { textContent: game.scores[seat] });
  const textContent = side === 'own' ? words.you : context.names?.[seat] || words.they;
  const name = Object.assign(document.createElement('small'), { textContent, dir: 'auto' });
  byId(side).replaceChildren(piece, score, name);
}

/** The marks (legal cells, pick, preview, last disc), the buttons and the caption. */
function drawMarks() {
  if (!context || !game) return;
  const parts = [];
  if (game.last?.cell != null) parts.push(circle('last', centre(game.last.cell), RADIUS + 2));
  const inHand = [preview, picked].find((cell) => cell !== null && isLegal(cell)) ?? null;
  for (const cell of ask?.ahead ? [] : game.legal)
    if (isLegal(cell) && cell !== inHand) parts.push(circle('open', centre(cell), 6));
  if (inHand !== null) {
    const turned = ask.ahead ? [] : turnedBy(game.board, inHand, context.role);
    parts.push(...turned.map((cell) => circle('turned', centre(cell), RADIUS + 1)));
    const node = disc(context.role, centre(inHand));
    if (inHand !== picked || ask.ahead) node.classList.add('preview');
    parts.push(node);
  }
  if (picked !== null && isLegal(picked)) parts.push(circle('ghost', centre(picked), RADIUS + 2));
  marks.replaceChildren(...parts, ...judgedMarks());
  drawCells();
  drawCaption();
}

/** The disc that was played next, and the best line. */
function judgedMarks() {
  if (judged === null) return [];
  const { played, line } = judged;
  const parts = line.map(({ by, answer }, index) => lineMark(centre(cellOf(answer)), RADIUS * 0.8, index + 1, by));
  if (played === null || line[0]?.answer === played.answer) return parts;
  const at = centre(cellOf(played.answer));
  const node = disc(played.by, at);
  node.classList.add('preview');
  return [node, playedMark(at, RADIUS + 2), ...parts];
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
  button.dataset.name = cellName(cell);
  button.addEventListener('click', () => pick(cell));
  button.addEventListener('pointerenter', () => setPreview(cell));
  button.addEventListener('pointerleave', () => setPreview(null));
  button.addEventListener('focus', () => button.matches(':focus-visible') && setPreview(cell));
  button.addEventListener('blur', () => setPreview(null));
  return button;
}

function labelOf(cell) {
  const seat = game.board[cell];
  const turned = isLegal(cell) && !ask.ahead ? turnedBy(game.board, cell, context.role).length : 0;
  return words.cell(cellName(cell), seat && sideOf(seat), turned);
}

function setPreview(cell) {
  if (preview === cell) return;
  preview = cell;
  drawMarks();
}

function pick(cell) {
  if (isLegal(cell)) void parlor.pick(cellName(cell));
  else if (game) explain(whyNot(cell), cells.children[cell]);
}

function whyNot(cell) {
  if (!ask) return whyWait(game.over, context.locale);
  return game.board[cell] ? words.taken(cellName(cell)) : words.turnsNothing(cellName(cell));
}

/** A cell whose name was typed waits for Enter, if it can be picked. */
function pickTyped(button) {
  button.focus();
  const { name } = button.dataset;
  if (isLegal(cellOf(name))) void parlor.pick(name, { plays: false });
}

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const from = focused() ?? picked ?? game.legal.find(isLegal) ?? 0;
  const target = targetOf(key, Math.floor(from / SIZE), from % SIZE);
  const named = typedCell(key);
  if (target) cells.children[target.row * SIZE + target.col].focus();
  else if (named) pickTyped(named);
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
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

/** Beside the board stands what the decision bar doesn't say: passes and the end. */
function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const scores = words.scores(game.scores[context.role], nameOf(otherSeat(), context), game.scores[otherSeat()]);
  const turn = (ask && !ask.ahead) || game.over ? '' : words.turn(game.turn === context.role);
  prompt.textContent = [ask && !ask.ahead ? ask.prompt : '', lastSentence(), turn, scores].filter(Boolean).join(' ');
}

function captionText() {
  if (game.over) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return { headline, detail: detail || (game.ended ? words.final : '') };
  }
  if (mustPass()) return { headline: words.mustPass[0], detail: words.mustPass[1] };
  if (game.last?.cell === null) return { headline: '', detail: words.passed(whoIs(game.last.by)) };
  return { headline: '', detail: '' };
}

function lastSentence() {
  if (game.last?.cell == null) return '';
  const { by, cell, turned } = game.last;
  return words.placed(whoIs(by), cellName(cell), turned.length);
}

/** Animates the discs that the newest one turned. */
function animateTurned(turned) {
  if (context.reduced_motion) return;
  for (const cell of turned) {
    const node = grid.querySelector(`[data-cell="${cellName(cell)}"]`);
    node?.animate([{ transform: 'scaleX(0.1)' }, { transform: 'none' }], { duration: 200, easing: 'ease-out' });
  }
}
