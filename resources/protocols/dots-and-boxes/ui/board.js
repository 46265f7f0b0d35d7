/** Draws the grid of lines and boxes as SVG, with one button over each line. */
import { gameOf, sidesBeside } from './game.js';
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
const WIDTH = 640;
const EDGE = 34;
/** In pixels, the smallest distance of dots: the diamond around a line, in which it is clicked, is as wide. */
const LEAST_PITCH = 34;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);
const ids = ['drawing', 'boxes', 'lines', 'marks', 'columns', 'rows', 'caption', 'choices', 'places', 'prompt'];
const [drawing, boxes, lines, marks, columns, rows, caption, choices, places, prompt] = ids.map(byId);
const [title, table] = ['h1', 'main'].map((name) => document.querySelector(name));
drawing.setAttribute('viewBox', `0 0 ${WIDTH} ${WIDTH}`);

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The line under the pointer or with the keyboard focus. */
let preview = null;
/** In an analysis: the line that was drawn, and the best ones. */
let judged = null;
/** The line whose button is in the tab order. */
let tabStop = null;

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
    const hasNewLine = game && next.drawn.size === game.drawn.size + 1;
    game = next;
    judged = null;
    drawGrid();
    if (hasNewLine) fadeInNewest();
  },
  onAsk(nextAsk, nextPicked) {
    ask = nextAsk;
    picked = nextPicked;
    drawMarks();
  },
  onMarks(marks) {
    judged = marks;
    drawGhosts();
  },
});

const pitch = () => (WIDTH - 2 * EDGE) / game.size;
const at = ({ col, row }) => ({ x: EDGE + col * pitch(), y: EDGE + (game.size - row) * pitch() });
const offered = (play) => ask?.choices.some(({ value }) => value === play) ?? false;
/** Whether a play is offered and legal by the record; a seat played by hand is offered every line. */
function isLegal(play) {
  if (!game || !offered(play)) return false;
  return game.turn === context.role || ask.ahead
    ? placeOf(play) !== undefined && !game.drawn.has(play)
    : play === 'pass';
}
/** The name of the other side in a sentence; null for the person. */
const whoIs = (seat) => (seat === context.role ? null : nameOf(seat, context));
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

/** A filled box, with a dot for the guest and a ring for the host. */
function box({ col, row }, seat) {
  const { x, y } = at({ col, row: row + 1 });
  const newest = game.last?.closed.some((each) => each.col === col && each.row === row);
  return element('g', { class: newest ? 'newest' : '' }, ...filled(seat, x, y, pitch()));
}

function filled(seat, x, y, side) {
  const mark = { class: 'mark', cx: x + side / 2, cy: y + side / 2, r: side * (seat === 'guest' ? 0.13 : 0.2) };
  return [
    element('rect', { class: `fill ${seat}`, x, y, width: side, height: side }),
    element('circle', { ...mark, class: `mark ${seat}`, 'stroke-width': side * 0.06 }),
  ];
}

function drawGrid() {
  if (!context || !game) return;
  const least = Math.ceil((game.size * LEAST_PITCH * WIDTH) / (WIDTH - 2 * EDGE));
  table.style.setProperty('--parlor-least', `${least}px`);
  // With the margins, and with room beside it for the scores.
  parlor.size(least + 34, Math.ceil(1.3 * (least + 34)));
  drawNames();
  const all = game.places.flat();
  boxes.replaceChildren(
    element('rect', { class: 'paper', x: 1, y: 1, width: WIDTH - 2, height: WIDTH - 2, rx: 14 }),
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
  drawSide('own', context.role);
  drawSide('their', context.role === 'host' ? 'guest' : 'host');
  drawPlaces();
  drawMarks();
}

/** The letters and numbers of the dots. */
function drawNames() {
  if (columns.children.length === game.size + 1) return;
  const nameAt = (text, side, each) => {
    const name = Object.assign(document.createElement('span'), { textContent: text });
    name.style[side] = `${((EDGE + each * pitch()) / WIDTH) * 100}%`;
    return name;
  };
  const counted = Array.from({ length: game.size + 1 }, (_, each) => each);
  columns.replaceChildren(...counted.map((each) => nameAt('abcdefgh'[each], 'left', each)));
  rows.replaceChildren(...counted.map((each) => nameAt(String(each + 1), 'bottom', each)));
}

/** The box, the score and the name of a seat. */
function drawSide(side, seat) {
  const piece = element('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' }, ...filled(seat, 2, 2, 36));
  const score = Object.assign(document.createElement('b'), { textContent: game.scores[seat] });
  const textContent = side === 'own' ? words.you : context.names?.[seat] || words.they;
  const name = Object.assign(document.createElement('small'), { textContent, dir: 'auto' });
  byId(side).replaceChildren(piece, score, name);
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
  const [top, bottom] = [Math.max(0, y - reach), Math.min(WIDTH, y + reach)];
  const [width, height] = [right - left, bottom - top];
  const corner = (cx, cy) => `${((cx - left) / width) * 100}% ${((cy - top) / height) * 100}%`;
  const corners = [corner(x, y - reach), corner(x + reach, y), corner(x, y + reach), corner(x - reach, y)];
  Object.assign(button.style, {
    left: `${(left / WIDTH) * 100}%`,
    top: `${(top / WIDTH) * 100}%`,
    width: `${(width / WIDTH) * 100}%`,
    height: `${(height / WIDTH) * 100}%`,
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
  if (play === null || !game) return;
  if (isLegal(play)) void parlor.pick(play);
  else explain(whyNot(play), buttonOf(play));
}

function whyNot(play) {
  const waits = !ask || (game.turn !== context.role && !ask.ahead);
  return waits ? whyWait(game.over, context.locale) : words.already(...dotsOf(play));
}

function setTabStop(name) {
  buttonOf(tabStop).tabIndex = -1;
  tabStop = name;
  buttonOf(tabStop).tabIndex = 0;
}

/** A place whose name was typed waits for Enter, if it can be picked. */
function pickTyped(button) {
  button.focus();
  const { name } = button.dataset;
  if (isLegal(name)) void parlor.pick(name, { plays: false });
}

const typedLine = typedPlaces(places);

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const target = document.activeElement?.dataset.name ? lineForKey(key) : null;
  const named = typedLine(key);
  if (target) buttonOf(target).focus();
  else if (named) pickTyped(named);
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
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
  places.toggleAttribute('data-open', ask !== null && (ask.ahead || game.turn === context.role));
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
  marks.replaceChildren(...ghosts, ...judgedMarks());
}

/** The line that was drawn next, and the best lines, numbered in their middle. */
function judgedMarks() {
  if (judged === null) return [];
  const { played, line: best } = judged;
  const middle = ({ from, to }) => {
    const [start, end] = [at(from), at(to)];
    return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  };
  const r = Math.min(20, pitch() * 0.24);
  const parts = best.map(({ by, answer }, index) => lineMark(middle(placeOf(answer)), r, index + 1, by));
  if (played === null || best[0]?.answer === played.answer) return parts;
  const place = placeOf(played.answer);
  return [line('preview', place), playedMark(middle(place), r), ...parts];
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
  return by ? words.drawn(from, to, whoIs(by)) : words.free(from, to, sidesBeside(game, name));
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

/** Beside the grid stands what the decision bar doesn't say: who draws again, and how it ended. */
function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const { role } = context;
  const turn = game.over ? '' : words[game.turn === role ? 'yours' : 'theirs'];
  const other = role === 'host' ? 'guest' : 'host';
  const scores = words.scores(game.scores[role], nameOf(other, context), game.scores[other]);
  prompt.textContent = [ask && !ask.ahead ? ask.prompt : '', lastSentence(), turn, scores].filter(Boolean).join(' ');
}

function captionText() {
  if (game.over) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return { headline, detail: detail || (game.full ? words.full : '') };
  }
  return { headline: '', detail: game.last?.by === game.turn ? words.again(whoIs(game.turn)) : '' };
}

function lastSentence() {
  if (!game.last) return '';
  const { name, by, closed } = game.last;
  return words.drew(whoIs(by), ...dotsOf(name), closed.length);
}

/** Fades in the newest line and the boxes that it closed. */
function fadeInNewest() {
  if (context?.reduced_motion) return;
  for (const node of drawing.querySelectorAll('.newest'))
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, easing: 'ease-out' });
}
