/** Draws the grid of lines and boxes as SVG, with one button over each line. */
import { gameOf, sidesBeside } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

/** Sizes in SVG units. The lane above the grid holds the caption and the scores. */
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
/** The line under the pointer or with the keyboard focus. */
let preview = null;
/** The line whose button is in the tab order. */
let tabStop = null;

const parlor = connectBoard({
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    drawGrid();
  },
  onState({ record }) {
    const next = gameOf(record);
    const hasNewLine = game && next.drawn.size === game.drawn.size + 1;
    game = next;
    drawGrid();
    if (hasNewLine) fadeInNewest();
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
/** Whether a play is offered and legal by the record; a seat played by hand is offered every line. */
function isLegal(play) {
  if (!game || !offered(play)) return false;
  return game.turn === context.role ? placeOf(play) !== undefined && !game.drawn.has(play) : play === 'pass';
}
const sideOf = (seat) => (seat === context.role ? 'own' : 'their');
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

/** A filled box, marked with a dot for the own seat and a ring for the other. */
function box({ col, row }, seat) {
  const { x, y } = at({ col, row: row + 1 });
  const middle = { cx: x + pitch() / 2, cy: y + pitch() / 2 };
  const mark =
    sideOf(seat) === 'own'
      ? element('circle', { class: 'mark', ...middle, r: pitch() * 0.13 })
      : element('circle', { class: 'mark', ...middle, r: pitch() * 0.2 });
  const newest = game.last?.closed.some((each) => each.col === col && each.row === row);
  const fill = element('rect', { class: 'fill', x, y, width: pitch(), height: pitch() });
  return element('g', { class: `box ${sideOf(seat)} ${newest ? 'newest' : ''}` }, fill, mark);
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
  tabStop = names[0];
}

/** A diamond around the middle of the line, clipped at the paper's edge, so that a click hits the nearest line. */
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
places.addEventListener('pointerover', ({ target }) => setPreview(nameAt(target)));
places.addEventListener('pointerleave', () => setPreview(null));
places.addEventListener('focusin', ({ target }) => {
  setTabStop(nameAt(target));
  setPreview(target.matches(':focus-visible') ? tabStop : null);
});
places.addEventListener('focusout', () => setPreview(null));

function setPreview(name) {
  if (preview === name) return;
  preview = name;
  drawGhosts();
}

function pick(play) {
  if (play !== null && isLegal(play)) void parlor.pick(play);
}

function setTabStop(name) {
  buttonOf(tabStop).tabIndex = -1;
  tabStop = name;
  buttonOf(tabStop).tabIndex = 0;
}

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else if (document.activeElement?.dataset.name && lineForKey(event.key)) buttonOf(lineForKey(event.key)).focus();
  else return;
  event.preventDefault();
});

/** The line to which a key moves the focus: in the same row, or in the next row, whose lines have the other direction. */
function lineForKey(key) {
  const row = game.places.findIndex((lines) => lines.some(({ name }) => name === tabStop));
  const col = game.places[row].findIndex(({ name }) => name === tabStop);
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

/** The buttons, the picked and previewed lines, and the caption. */
function drawMarks() {
  if (!context || !game) return;
  places.toggleAttribute('data-open', ask !== null && game.turn === context.role);
  for (const button of places.querySelectorAll('button')) {
    const { name } = button.dataset;
    button.setAttribute('aria-label', labelOf(name));
    button.setAttribute('aria-selected', String(name === picked));
    button.setAttribute('aria-disabled', String(!isLegal(name)));
    button.tabIndex = name === tabStop ? 0 : -1;
  }
  drawChoices();
  drawGhosts();
  drawCaption();
}

function drawGhosts() {
  if (!context || !game) return;
  const ghosts = [];
  if (preview !== null && preview !== picked && isLegal(preview)) ghosts.push(line('preview', placeOf(preview)));
  if (picked !== null && picked !== 'pass' && isLegal(picked)) ghosts.push(line('ghost', placeOf(picked)));
  if (document.activeElement?.matches('[data-name]:focus-visible')) ghosts.push(focusRing(placeOf(tabStop)));
  marks.replaceChildren(...ghosts);
}

/** The focus ring is drawn here because the buttons are clipped to diamonds. */
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
  return by ? words.drawn(from, to, sideOf(by) === 'own') : words.free(from, to, sidesBeside(game, name));
}

/** The Pass button, for a seat played by hand; hooks pass by themselves. */
function drawChoices() {
  const passes = isLegal('pass');
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

function drawCaption() {
  const { headline, own, their } = captionText();
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

function captionText() {
  const { role } = context;
  const scores = { own: game.scores[role], their: game.scores[role === 'host' ? 'guest' : 'host'] };
  if (game.over) {
    const end = game.winner === null ? 'none' : game.winner === 'draw' ? 'draw' : sideOf(game.winner);
    return { headline: words.over[end], ...scores };
  }
  const own = game.turn === role;
  if (game.last?.by === game.turn) return { headline: words.again[sideOf(game.turn)], ...scores };
  return { headline: own ? words.yours : words.theirs, ...scores };
}

function lastSentence() {
  if (!game.last) return '';
  const { name, by, closed } = game.last;
  return words.drew(sideOf(by) === 'own', ...dotsOf(name), closed.length);
}

/** Fades in the newest line and the boxes that it closed. */
function fadeInNewest() {
  if (context?.reduced_motion) return;
  for (const node of drawing.querySelectorAll('.newest'))
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, easing: 'ease-out' });
}
