import { gameOf, sidesBeside } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

/** The drawing's own units. A lane above the grid holds the caption and the scores. */
const WIDTH = 640;
const EDGE = 34;
const LANE = 64;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);
const ids = ['stage', 'drawing', 'boxes', 'lines', 'marks', 'caption', 'choices', 'places', 'prompt'];
const [stage, drawing, boxes, lines, marks, caption, choices, places, prompt] = ids.map(byId);
const title = document.querySelector('h1');

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The line under the pointer or the keyboard's focus. */
let tried = null;
/** The line that Tab enters. */
let stop = null;

const parlor = connectBoard({
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    drawGrid();
  },
  onState({ record }) {
    const next = gameOf(record);
    const drew = game && next.drawn.size === game.drawn.size + 1;
    game = next;
    drawGrid();
    if (drew) appear();
  },
  onAsk(nextAsk, nextPicked) {
    ask = nextAsk;
    picked = nextPicked;
    drawMarks();
  },
});

const pitch = () => (WIDTH - 2 * EDGE) / game.size;
const at = ({ col, row }) => ({ x: EDGE + col * pitch(), y: LANE + EDGE + (game.size - row) * pitch() });
const offered = (play) => ask?.choices.some(({ value }) => value === play) ?? false;
/** Offered, and allowed by the record: hooks by hand offer everything. */
function legal(play) {
  if (!game || !offered(play)) return false;
  return game.turn === context.role ? placeOf(play) !== undefined && !game.drawn.has(play) : play === 'pass';
}
const kind = (seat) => (seat === context.role ? 'own' : 'their');
const placeOf = (name) => game.places.flat().find((place) => place.name === name);

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function line(cls, { from, to }) {
  const [start, end] = [at(from), at(to)];
  return element('line', { class: cls, x1: start.x, y1: start.y, x2: end.x, y2: end.y });
}

/** A box is filled, with a dot for the own seat and a ring for the other. */
function box({ col, row }, seat) {
  const { x, y } = at({ col, row: row + 1 });
  const middle = { cx: x + pitch() / 2, cy: y + pitch() / 2 };
  const mark =
    kind(seat) === 'own'
      ? element('circle', { class: 'mark', ...middle, r: pitch() * 0.13 })
      : element('circle', { class: 'mark', ...middle, r: pitch() * 0.2 });
  const newest = game.last?.closed.some((each) => each.col === col && each.row === row);
  const fill = element('rect', { class: 'fill', x, y, width: pitch(), height: pitch() });
  return element('g', { class: `box ${kind(seat)} ${newest ? 'newest' : ''}` }, fill, mark);
}

function drawGrid() {
  if (!context || !game) return;
  for (const [name, value] of Object.entries({ w: WIDTH, h: LANE + WIDTH, lane: LANE }))
    stage.style.setProperty(`--${name}`, value);
  drawing.setAttribute('viewBox', `0 0 ${WIDTH} ${LANE + WIDTH}`);
  const all = game.places.flat();
  boxes.replaceChildren(
    element('rect', { class: 'paper', x: 1, y: LANE + 1, width: WIDTH - 2, height: WIDTH - 2, rx: 14 }),
    ...game.owners.flatMap((seats, row) => seats.flatMap((seat, col) => (seat ? [box({ col, row }, seat)] : []))),
    ...all.filter(({ name }) => !game.drawn.has(name)).map((place) => line('free', place)),
  );
  const drawn = all.filter(({ name }) => game.drawn.has(name));
  const newest = drawn.find(({ name }) => name === game.last.name);
  const dots = Array.from({ length: (game.size + 1) ** 2 }, (_, each) => {
    const { x, y } = at({ col: each % (game.size + 1), row: Math.floor(each / (game.size + 1)) });
    return element('circle', { class: 'dot', cx: x, cy: y, r: 8 });
  });
  lines.replaceChildren(
    ...drawn.filter((place) => place !== newest).map((place) => line('line', place)),
    ...(newest ? [line('line newest', newest)] : []),
    ...dots,
  );
  drawPlaces();
  drawMarks();
}

/** One button over each line, row by row from the top; arrows move, Enter and Space pick. */
function drawPlaces() {
  const names = game.places.flat().map(({ name }) => name);
  if (names.length === places.querySelectorAll('button').length) return;
  places.setAttribute('role', 'grid');
  places.setAttribute('aria-labelledby', 'prompt');
  places.replaceChildren(
    ...game.places.map((row) => {
      const group = document.createElement('div');
      group.setAttribute('role', 'row');
      group.append(...row.map(placeButton));
      return group;
    }),
  );
  stop = names[0];
}

/** A diamond around the middle of the line, so that each point of the grid belongs to the nearest line; cut at the edge of the paper. */
function placeButton({ name, from, to }) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'gridcell');
  button.dataset.name = name;
  const [start, end] = [at(from), at(to)];
  const [x, y, reach] = [(start.x + end.x) / 2, (start.y + end.y) / 2, pitch() / 2];
  const [left, right] = [Math.max(0, x - reach), Math.min(WIDTH, x + reach)];
  const [top, bottom] = [Math.max(LANE, y - reach), Math.min(LANE + WIDTH, y + reach)];
  const [width, height] = [right - left, bottom - top];
  const corner = (cx, cy) => `${((cx - left) / width) * 100}% ${((cy - top) / height) * 100}%`;
  const corners = [corner(x, y - reach), corner(x + reach, y), corner(x, y + reach), corner(x - reach, y)];
  Object.assign(button.style, {
    left: `${(left / WIDTH) * 100}%`,
    top: `${(top / (LANE + WIDTH)) * 100}%`,
    width: `${(width / WIDTH) * 100}%`,
    height: `${(height / (LANE + WIDTH)) * 100}%`,
    clipPath: `polygon(${corners})`,
  });
  return button;
}

const nameAt = (target) => target.closest?.('[data-name]')?.dataset.name ?? null;
const buttonOf = (name) => places.querySelector(`[data-name="${name}"]`);

places.addEventListener('click', ({ target }) => pick(nameAt(target)));
places.addEventListener('pointerover', ({ target }) => attempt(nameAt(target)));
places.addEventListener('pointerleave', () => attempt(null));
places.addEventListener('focusin', ({ target }) => {
  setStop(nameAt(target));
  attempt(target.matches(':focus-visible') ? stop : null);
});
places.addEventListener('focusout', () => attempt(null));

function attempt(name) {
  if (tried === name) return;
  tried = name;
  drawGhosts();
}

function pick(play) {
  if (play !== null && legal(play)) void parlor.pick(play);
}

function setStop(name) {
  buttonOf(stop).tabIndex = -1;
  stop = name;
  buttonOf(stop).tabIndex = 0;
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else if (document.activeElement?.dataset.name && moved(event.key)) buttonOf(moved(event.key)).focus();
  else return;
  event.preventDefault();
});

/** The line that a key leads to: in the same row, or in the row above or below, whose lines lie between. */
function moved(key) {
  const row = game.places.findIndex((lines) => lines.some(({ name }) => name === stop));
  const col = game.places[row].findIndex(({ name }) => name === stop);
  const [r, c] = {
    ArrowLeft: [row, col - 1],
    ArrowRight: [row, col + 1],
    ArrowUp: [row - 1, col],
    ArrowDown: [row + 1, col],
    Home: [row, 0],
    End: [row, Infinity],
    PageUp: [0, col],
    PageDown: [Infinity, col],
  }[key] ?? [null, null];
  if (r === null) return null;
  const within = (value, list) => list[Math.max(0, Math.min(list.length - 1, value))];
  return within(c, within(r, game.places)).name;
}

/** The ghosts of lines that are picked or tried, and all that is said in words. */
function drawMarks() {
  if (!context || !game) return;
  places.toggleAttribute('data-open', ask !== null && game.turn === context.role);
  for (const button of places.querySelectorAll('button')) {
    const { name } = button.dataset;
    button.setAttribute('aria-label', labelOf(name));
    button.setAttribute('aria-selected', String(name === picked));
    button.setAttribute('aria-disabled', String(!legal(name)));
    button.tabIndex = name === stop ? 0 : -1;
  }
  drawChoices();
  drawGhosts();
  say();
}

function drawGhosts() {
  if (!context || !game) return;
  const ghosts = [];
  if (tried !== null && tried !== picked && legal(tried)) ghosts.push(line('tried', placeOf(tried)));
  if (picked !== null && picked !== 'pass' && legal(picked)) ghosts.push(line('ghost', placeOf(picked)));
  if (document.activeElement?.matches('[data-name]:focus-visible')) ghosts.push(focusRing(placeOf(stop)));
  marks.replaceChildren(...ghosts);
}

/** The buttons are cut to diamonds, so that the focus is drawn here. */
function focusRing({ from, to }) {
  const [start, end] = [at(from), at(to)];
  const [x, y] = [Math.min(start.x, end.x) - 14, Math.min(start.y, end.y) - 14];
  const [width, height] = [Math.abs(end.x - start.x) + 28, Math.abs(end.y - start.y) + 28];
  return element('rect', { class: 'focus', x, y, width, height, rx: 14 });
}

const dotsOf = (name) => [name.slice(0, 2), name.slice(2)];

function labelOf(name) {
  const [from, to] = dotsOf(name);
  const by = game.drawn.get(name);
  return by ? words.drawn(from, to, kind(by) === 'own') : words.free(from, to, sidesBeside(game, name));
}

/** Passing, at a seat that is played by hand. */
function drawChoices() {
  const passes = legal('pass');
  if (passes && choices.children.length === 0) {
    const button = document.createElement('button');
    button.type = 'button';
    button.addEventListener('click', () => pick('pass'));
    choices.append(button);
  } else if (!passes) choices.replaceChildren();
  for (const button of choices.children) {
    button.textContent = words.pass;
    button.setAttribute('aria-pressed', String(picked === 'pass'));
  }
}

function say() {
  const { headline, own, their } = sentence();
  const score = (cls, name, count) => {
    const node = Object.assign(document.createElement('span'), { className: `score ${cls}` });
    node.append(`${name} `, Object.assign(document.createElement('b'), { textContent: count }));
    return node;
  };
  caption.replaceChildren(
    score('own', words.you, own),
    Object.assign(document.createElement('strong'), { textContent: headline }),
    score('their', words.they, their),
  );
  prompt.textContent = [ask?.prompt ?? '', lastSentence(), headline, words.scores(own, their)]
    .filter(Boolean)
    .join(' ');
}

function sentence() {
  const { role } = context;
  const scores = { own: game.scores[role], their: game.scores[role === 'host' ? 'guest' : 'host'] };
  if (game.over) {
    const end = game.winner === null ? 'none' : game.winner === 'draw' ? 'draw' : kind(game.winner);
    return { headline: words.over[end], ...scores };
  }
  const own = game.turn === role;
  if (game.last?.by === game.turn) return { headline: words.again[kind(game.turn)], ...scores };
  return { headline: own ? words.yours : words.theirs, ...scores };
}

function lastSentence() {
  if (!game.last) return '';
  const { name, by, closed } = game.last;
  return words.drew(kind(by) === 'own', ...dotsOf(name), closed.length);
}

/** Lets the newest line and the boxes that it closed appear. */
function appear() {
  if (context?.reduced_motion) return;
  for (const node of drawing.querySelectorAll('.newest'))
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, easing: 'ease-out' });
}
