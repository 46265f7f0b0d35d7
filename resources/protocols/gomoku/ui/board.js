/** Draws the board and its stones as SVG, with one button over each point and buttons for the choice of colours. */
import { gameOf, pointName, SIZE } from './game.js';
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

/** Sizes in SVG units. The edge has the names of columns and rows. */
const PITCH = 40;
const STONE = 18;
const EDGE = 26;
const SIDE = SIZE * PITCH + 2 * EDGE;
/** In pixels, the board in which points are as large as targets have to be. */
const LEAST = Math.ceil((SIDE * 24) / PITCH);
const SVG = 'http://www.w3.org/2000/svg';
/** Columns and rows of the star points. */
const STARS = [3, 7, 11];

const byId = (id) => document.getElementById(id);
const ids = ['drawing', 'ground', 'stones', 'marks', 'caption', 'choices', 'points', 'prompt'];
const [drawing, ground, stones, marks, caption, choices, points, prompt] = ids.map(byId);
const [title, table] = ['h1', 'main'].map((name) => document.querySelector(name));

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** The point under the pointer or with the keyboard focus. */
let preview = null;
/** In an analysis: the point that was played, and the best line. */
let judged = null;
/** The point whose button is in the tab order. */
let tabStop = 'h8';

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  ahead: true,
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    title.textContent = document.title = words.title;
    // With room beside it for the colours to choose from.
    parlor.size(LEAST + 16, LEAST + 190);
    drawStones();
  },
  onState({ record }) {
    const next = gameOf(record);
    const placed = game && next.stones.size === game.stones.size + 1;
    game = next;
    judged = null;
    drawStones();
    if (placed) fadeInNewest();
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

const at = ({ col, row }) => ({ x: EDGE + (col + 0.5) * PITCH, y: EDGE + (SIZE - row - 0.5) * PITCH });
const offered = (play) => ask?.choices.some(({ value }) => value === play) ?? false;
/** Whether a play is offered and legal by the record; a seat played by hand is offered every play. */
function isLegal(play) {
  if (!game || !offered(play)) return false;
  if (ask.ahead) return !game.stones.has(play);
  if (game.turn !== context.role) return play === 'pass';
  if (game.due === 'stone') return /\d$/.test(play) && !game.stones.has(play);
  return play === 'black' || play === 'white' || (play === 'two_more' && game.stones.size === 3);
}
/** The name of the other side in a sentence; null for the person. */
const whoIs = (seat) => (seat === context.role ? null : nameOf(seat, context));

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const circle = (cls, { x, y }, r) => element('circle', { class: cls, cx: x, cy: y, r });

const stone = ({ colour, ...place }, cls = '') =>
  circle(`stone ${['black', 'white'][colour]} ${cls}`, at(place), STONE);

drawGround();
drawPoints();

/** Whether there is no room beside the smallest board. */
const narrow = matchMedia(`(max-width: ${LEAST + 100}px)`);
const stack = () => table.classList.toggle('parlor-stacked', narrow.matches);
narrow.addEventListener('change', stack);
stack();

function drawGround() {
  table.style.setProperty('--parlor-least', `${LEAST}px`);
  points.style.inset = `${(EDGE / SIDE) * 100}%`;
  drawing.setAttribute('viewBox', `0 0 ${SIDE} ${SIDE}`);
  const [near, far] = [at({ col: 0, row: SIZE - 1 }), at({ col: SIZE - 1, row: 0 })];
  const lines = Array.from({ length: SIZE }, (_, each) => {
    const { x, y } = at({ col: each, row: each });
    return `M${near.x} ${y}H${far.x}M${x} ${near.y}V${far.y}`;
  });
  const labels = Array.from({ length: SIZE }, (_, each) => {
    const { x, y } = at({ col: each, row: each });
    const label = (text, place) => {
      const node = element('text', { class: 'label', ...place });
      node.textContent = text;
      return node;
    };
    return [label(pointName(each, 0)[0], { x, y: SIDE - 11 }), label(String(each + 1), { x: 19, y: y + 6 })];
  });
  ground.replaceChildren(
    element('rect', { class: 'wood', x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 12 }),
    element('path', { class: 'lines', d: lines.join('') }),
    ...STARS.flatMap((col) => STARS.map((row) => circle('star', at({ col, row }), 3.5))),
    ...labels.flat(),
  );
}

/** One button over each point, row by row from the top; arrows move, Enter and Space pick. */
function drawPoints() {
  points.setAttribute('role', 'grid');
  points.setAttribute('aria-labelledby', 'prompt');
  for (let row = SIZE - 1; row >= 0; row -= 1) {
    const line = document.createElement('div');
    line.setAttribute('role', 'row');
    for (let col = 0; col < SIZE; col += 1) {
      const button = document.createElement('button');
      button.type = 'button';
      button.setAttribute('role', 'gridcell');
      button.dataset.name = pointName(col, row);
      line.append(button);
    }
    points.append(line);
  }
}

const nameAt = (target) => target.closest?.('[data-name]')?.dataset.name ?? null;
const buttonOf = (name) => points.querySelector(`[data-name="${name}"]`);

points.addEventListener('click', ({ target }) => pick(nameAt(target)));
points.addEventListener('pointerover', ({ target }) => setPreview(nameAt(target)));
points.addEventListener('pointerleave', () => setPreview(null));
points.addEventListener('focusin', ({ target }) => {
  setTabStop(nameAt(target));
  if (target.matches(':focus-visible')) setPreview(nameAt(target));
});
points.addEventListener('focusout', () => setPreview(null));

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
  if (!ask || (game.turn !== context.role && !ask.ahead)) return whyWait(game.over, context.locale);
  return game.due === 'colour' ? words.colourFirst : words.occupied(play);
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

const typedPoint = typedPlaces(points);

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const target = document.activeElement?.dataset.name ? pointForKey(key) : null;
  const named = typedPoint(key);
  if (target) buttonOf(target).focus();
  else if (named) pickTyped(named);
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

/** The point to which a key moves the focus, or null. */
function pointForKey(key) {
  const [col, row] = ['abcdefghijklmno'.indexOf(tabStop[0]), Number(tabStop.slice(1)) - 1];
  const within = (value) => Math.max(0, Math.min(SIZE - 1, value));
  const [c, r] = {
    ArrowLeft: [col - 1, row],
    ArrowRight: [col + 1, row],
    ArrowUp: [col, row + 1],
    ArrowDown: [col, row - 1],
    Home: [0, row],
    End: [SIZE - 1, row],
    PageUp: [col, SIZE - 1],
    PageDown: [col, 0],
  }[key] ?? [null, null];
  return c === null ? null : pointName(within(c), within(r));
}

function drawStones() {
  if (!context || !game) return;
  const winning = new Set(game.line?.map(({ col, row }) => pointName(col, row)));
  const drawn = [...game.stones.values()].map((each) => {
    const node = stone(each, game.line && !winning.has(each.name) ? 'pale' : '');
    if (each === game.last) node.id = 'placed';
    return node;
  });
  stones.replaceChildren(...drawn);
  drawSide('own', context.role);
  drawSide('their', context.role === 'host' ? 'guest' : 'host');
  drawMarks();
}

/** The stone of a seat, once the colours are taken, and its name. */
function drawSide(side, seat) {
  const colour = game.owners?.indexOf(seat);
  const piece = element('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' });
  const cls = colour === undefined ? 'open' : `stone ${['black', 'white'][colour]}`;
  piece.append(
    element('rect', { class: 'wood', x: 1, y: 1, width: 38, height: 38, rx: 9 }),
    circle(cls, { x: 20, y: 20 }, 14),
  );
  const textContent = side === 'own' ? words.you : context.names?.[seat] || words.they;
  const name = Object.assign(document.createElement('small'), { textContent, dir: 'auto' });
  byId(side).replaceChildren(piece, name);
}

/** The buttons, the marks (last stone, winning row, pick, preview) and the caption. */
function drawMarks() {
  if (!context || !game) return;
  points.toggleAttribute('data-open', ask !== null && game.due === 'stone');
  for (const button of points.querySelectorAll('button')) {
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
  const rings = (game.line ?? []).flatMap((each) => ['halo', 'line'].map((cls) => circle(cls, at(each), STONE)));
  if (!game.line && game.last) rings.push(circle('last', at(game.last), STONE * 0.36));
  const colour = (game.stones.size + (ask?.ahead && game.turn !== context.role ? 1 : 0)) % 2;
  const ghosts = [];
  if (preview !== null && preview !== picked && isLegal(preview))
    ghosts.push(stone({ colour, ...placeOf(preview) }, 'preview'));
  if (picked !== null && isLegal(picked) && game.due === 'stone' && picked !== 'pass') {
    ghosts.push(stone({ colour, ...placeOf(picked) }, 'picked'), circle('ghost', at(placeOf(picked)), STONE + 2));
  }
  marks.replaceChildren(...rings, ...ghosts, ...judgedMarks());
}

const placeOf = (name) => ({ col: 'abcdefghijklmno'.indexOf(name[0]), row: Number(name.slice(1)) - 1 });

/** The stone that was played next, and the best line. */
function judgedMarks() {
  if (judged === null) return [];
  const { played, line } = judged;
  const parts = line.map(({ answer }, index) => {
    const colour = (game.stones.size + index) % 2;
    return lineMark(at(placeOf(answer)), STONE * 0.9, index + 1, ['black', 'white'][colour]);
  });
  if (played === null || line[0]?.answer === played.answer) return parts;
  const place = placeOf(played.answer);
  return [stone({ colour: game.stones.size % 2, ...place }, 'preview'), playedMark(at(place), STONE + 1), ...parts];
}

function labelOf(name) {
  const placed = game.stones.get(name);
  if (!placed) return words.free(name);
  const colour = words.colours[placed.colour];
  return game.owners
    ? words.taken(name, colour, game.owners[placed.colour] === context.role)
    : words.opened(name, colour);
}

/** The buttons for plays other than stones: the colours, and Pass at a seat played by hand. */
function drawChoices() {
  const plays = ['black', 'white', 'two_more', 'pass'].filter(isLegal);
  if (plays.join() !== [...choices.children].map(({ dataset }) => dataset.play).join()) {
    choices.replaceChildren(
      ...plays.map((play) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.dataset.play = play;
        button.addEventListener('click', () => pick(play));
        return button;
      }),
    );
  }
  for (const button of choices.children) {
    button.textContent = words.answers[button.dataset.play];
    button.setAttribute('aria-pressed', String(button.dataset.play === picked));
  }
}

function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const turn = game.owners && !game.over ? words[game.turn === context.role ? 'yours' : 'theirs'] : '';
  const side = game.owners && !game.over ? words.sides[game.owners.indexOf(context.role)] : '';
  prompt.textContent = [ask && !ask.ahead ? ask.prompt : '', lastSentence(), turn, side].filter(Boolean).join(' ');
}

function captionText() {
  if (game.over) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return { headline, detail: detail || endReason() };
  }
  const own = game.turn === context.role;
  if (game.due === 'colour') return { headline: own ? words.choose : words.theyChoose(whoIs(game.turn)), detail: '' };
  if (game.owners) return { headline: '', detail: '' };
  const colour = words.colours[game.stones.size % 2];
  return {
    headline: words.opening(whoIs(game.turn)),
    detail: own ? words.place(colour) : words.theyPlace(whoIs(game.turn), colour),
  };
}

function endReason() {
  if (!game.line) return game.full ? words.full : '';
  const [from, to] = [game.line[0], game.line.at(-1)].map(({ col, row }) => pointName(col, row));
  return words.line(from, to, game.line.length);
}

function lastSentence() {
  if (!game.last) return '';
  return words.placed(whoIs(game.last.by), words.colours[game.last.colour], game.last.name);
}

/** Fades in the newest stone. */
function fadeInNewest() {
  if (context?.reduced_motion) return;
  const keyframes = [
    { opacity: 0, transform: 'scale(1.35)' },
    { opacity: 1, transform: 'none' },
  ];
  document.getElementById('placed')?.animate(keyframes, { duration: 160, easing: 'ease-out' });
}
