/** Draws both seas as SVG, with a grid of buttons over the large one, which is the own sea while placing and the other's afterwards. */
import { cellName, gameOf, hullsOf, NAMES, otherOf, SHIPS, shipCells } from './game.js';
import { connectBoard, endOf, explain, keyOf, nameOf, typedPlaces, whyWait } from './parlor-board.js';
import { wordsIn } from './words.js';

/** Side of a cell in SVG units. */
const UNIT = 40;
const SVG = 'http://www.w3.org/2000/svg';

const byId = (id) => document.getElementById(id);
const [cells, caption, prompt] = ['cells', 'caption', 'prompt'].map(byId);
const main = document.querySelector('main');
cells.setAttribute('role', 'grid');
cells.setAttribute('aria-labelledby', 'prompt');
const tools = { rotate: byId('rotate'), shuffle: byId('shuffle'), ready: byId('ready') };

let context = null;
let words = wordsIn('en');
let game = null;
/** Own ships by cell, from this seat's hooks; null without hooks. */
let fleet = null;
let ask = null;
let picked = null;
/** The ship being placed, the cell where a drag began, and the cell with the keyboard focus. */
let selected = NAMES[0];
let dragged = null;
let focus = 0;

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    document.querySelector('h1').textContent = document.title = words.title;
    for (const [name, button] of Object.entries(tools)) button.textContent = words.tools[name];
    draw();
  },
  onState({ record, view }) {
    game = gameOf(record);
    fleet = view?.own_sea?.flat().map(shipIn) ?? null;
    draw();
  },
  onAsk(nextAsk, nextPicked) {
    ask = nextAsk;
    picked = nextPicked;
    draw();
  },
});

/** The ship in a cell of the hooks' own sea, hit or not; null for water. */
const shipIn = (value) => NAMES.find((name) => value?.startsWith(name)) ?? null;
const isPlacing = () => ask?.choices.some(({ value }) => value === 'ready') ?? false;
const isLegal = (value) => ask?.choices.some((choice) => choice.value === value) ?? false;
const isOwn = (seat) => seat === context.role;
/** The name of the other side in a sentence; null for the person. */
const whoIs = (seat) => (isOwn(seat) ? null : nameOf(seat, context));
/** What this seat knows of a sea: revealed cells, and its own ships. */
const valuesOf = (seat) =>
  game.seas[seat].values.map((value, cell) => value ?? (isOwn(seat) ? (fleet?.[cell] ?? null) : null));

function draw() {
  if (!context || !game) return;
  const own = !ask ? game.shots === 0 && !game.over : isPlacing();
  const seats = own ? [context.role, otherOf(context.role)] : [otherOf(context.role), context.role];
  main.dataset.sea = own ? 'own' : 'their';
  document.body.toggleAttribute('data-placing', isPlacing());
  // Cells at least as large as targets have to be, and beside them the small sea.
  main.style.setProperty('--parlor-least', `${24 * game.size}px`);
  parlor.size(24 * game.size + 16, 24 * game.size + 100);
  drawNames();
  drawSea(byId('main-sea'), seats[0]);
  drawSea(byId('second-sea'), seats[1]);
  cells.setAttribute('aria-label', words.seas[own ? 'own' : 'their']);
  byId('main-title').textContent = words.seas[own ? 'own' : 'their'];
  byId('second-title').textContent = words.seas[own ? 'their' : 'own'];
  byId('summary').textContent = summaryOf(seats[1]);
  drawFleet();
  drawCells(seats[0]);
  for (const [name, button] of Object.entries(tools)) {
    const value = name === 'rotate' ? rotated() : name;
    button.setAttribute('aria-disabled', String(!isLegal(value)));
    if (name !== 'rotate') button.setAttribute('aria-pressed', String(picked === name));
  }
  drawCaption();
}

// ---- drawing ------------------------------------------------------------------------------------------------------------

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const corner = (cell) => ({ x: (cell % game.size) * UNIT, y: Math.floor(cell / game.size) * UNIT });
const centre = (cell) => ({ x: corner(cell).x + UNIT / 2, y: corner(cell).y + UNIT / 2 });

function drawSea(svg, seat) {
  const { size } = game;
  const { shot } = game.seas[seat];
  const values = valuesOf(seat);
  const side = size * UNIT;
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
  const parts = [element('rect', { class: 'water', x: 0, y: 0, width: side, height: side, rx: 6 })];
  for (let line = 1; line < size; line += 1) {
    parts.push(element('path', { class: 'line', d: `M${line * UNIT} 0v${side}M0 ${line * UNIT}h${side}` }));
  }
  for (const { name, cells: ship, sunk } of hullsOf(values, shot)) {
    const chosen = isPlacing() && isOwn(seat) && name === selected;
    parts.push(hull(ship, `${sunk ? 'sunk' : ''} ${chosen ? 'chosen' : ''}`));
  }
  const ghost = isOwn(seat) && isPlacing() ? placeOf(picked) : null;
  if (ghost) parts.push(hull(shipCells(ghost.name, ghost.cell, ghost.across, size), 'ghost'));
  shot.forEach((tried, cell) => {
    if (tried) parts.push(mark(values[cell], cell));
  });
  const { broken } = game;
  const last = game.latest.at(-1);
  if (last && last.by !== seat) parts.push(frame('last', last.cell));
  if (broken?.by === seat) parts.push(frame('broken', broken.cell), cross('broken', broken.cell, 15));
  if (!isPlacing() && !isOwn(seat) && typeof picked === 'number') parts.push(frame('picked', picked));
  svg.replaceChildren(...parts);
}

/** The names of the columns and rows of the large sea. */
function drawNames() {
  const { size } = game;
  if (byId('columns').children.length === size) return;
  const named = (textContent) => Object.assign(document.createElement('span'), { textContent });
  const counted = Array.from({ length: size }, (_, index) => index);
  byId('columns').replaceChildren(...counted.map((index) => named(cellName(index, size)[0])));
  byId('rows').replaceChildren(...counted.map((index) => named(index + 1)));
}

/** The other side's ships, with those that are sunk crossed out. */
function drawFleet() {
  const seat = otherOf(context.role);
  const sunk = hullsOf(valuesOf(seat), game.seas[seat].shot).filter((ship) => ship.sunk);
  byId('fleet').hidden = game.shots === 0;
  byId('fleet-title').textContent = words.fleet;
  byId('ships').replaceChildren(
    ...NAMES.map((name) => {
      const item = document.createElement('li');
      item.toggleAttribute(
        'data-sunk',
        sunk.some((ship) => ship.name === name),
      );
      const length = SHIPS[name] * UNIT;
      const picture = element('svg', { viewBox: `0 0 ${5 * UNIT} ${UNIT}`, 'aria-hidden': 'true' });
      picture.append(element('rect', { class: 'hull', x: 2, y: 6, width: length - 4, height: UNIT - 12, rx: 14 }));
      const label = item.hasAttribute('data-sunk') ? words.sank(words.ships[name]) : words.ships[name];
      item.append(picture, Object.assign(document.createElement('span'), { textContent: label }));
      return item;
    }),
  );
}

function hull(ship, cls) {
  const [from, to] = [corner(ship[0]), corner(ship.at(-1))];
  const box = { x: from.x + 4, y: from.y + 4, width: to.x - from.x + UNIT - 8, height: to.y - from.y + UNIT - 8 };
  return element('rect', { class: `hull ${cls}`, ...box, rx: 14 });
}

/** A shot: a ring for water, a cross for a hit, a dot until the answer arrives. */
function mark(value, cell) {
  const { x, y } = centre(cell);
  if (value === null) return element('circle', { class: 'pending', cx: x, cy: y, r: 5 });
  if (value === 'water') return element('circle', { class: 'miss', cx: x, cy: y, r: 7 });
  return element('g', {}, element('circle', { class: 'hit', cx: x, cy: y, r: 14 }), cross('hit-cross', cell, 7));
}

function cross(cls, cell, arm) {
  const { x, y } = centre(cell);
  const d = `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
  return element('path', { class: cls, d });
}

function frame(cls, cell) {
  const { x, y } = corner(cell);
  return element('rect', { class: cls, x: x + 2, y: y + 2, width: UNIT - 4, height: UNIT - 4, rx: 6 });
}

// ---- buttons over the large sea -------------------------------------------------------------------------------------------

function drawCells(seat) {
  const { size } = game;
  if (cells.children.length !== size) {
    cells.replaceChildren(
      ...Array.from({ length: size }, (_, row) => {
        const line = document.createElement('div');
        line.setAttribute('role', 'row');
        line.append(...Array.from({ length: size }, (_, col) => cellButton(row * size + col)));
        return line;
      }),
    );
  }
  cells.toggleAttribute('data-open', ask !== null);
  if (focus >= size * size) focus = 0;
  buttons().forEach((button, cell) => {
    button.setAttribute('aria-label', words.cell(cellName(cell, size), stateOf(seat, cell)));
    button.setAttribute('aria-selected', String(isPicked(cell)));
    button.setAttribute('aria-disabled', String(!isOpen(cell)));
    button.tabIndex = cell === focus ? 0 : -1;
  });
}

const buttons = () => [...cells.querySelectorAll('button')];
const isPicked = (cell) => (isPlacing() ? fleet?.[cell] === selected : picked === cell);
const isOpen = (cell) => (isPlacing() ? Boolean(fleet?.[cell]) || targetFor(cell) !== null : isLegal(cell));

function cellButton(cell) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'gridcell');
  button.dataset.cell = cell;
  button.dataset.name = cellName(cell, game.size);
  button.addEventListener('click', () => choose(cell));
  button.addEventListener('focus', () => {
    focus = cell;
  });
  return button;
}

function stateOf(seat, cell) {
  const value = valuesOf(seat)[cell];
  const ship = value && words.ships[value];
  if (isPlacing()) return value ? words.states[value === selected ? 'selected' : 'ship'](ship) : words.states.free;
  if (!game.seas[seat].shot[cell]) return ship ? words.states.ship(ship) : words.states.unknown;
  if (value === null) return words.states.pending;
  return value === 'water' ? words.states.miss : words.states.hit(ship);
}

function choose(cell) {
  const button = buttons()[cell];
  if (isPlacing() && fleet?.[cell]) {
    selected = fleet[cell];
    draw();
  } else if (isPlacing()) pickPlace(targetFor(cell), button);
  else if (isLegal(cell)) void parlor.pick(cell);
  else explain(ask ? words.already(cellName(cell, game.size)) : whyWait(game.over, context.locale), button);
}

/** Picks a place for the selected ship, or says beside `button` that it does not fit. */
function pickPlace(value, button) {
  if (value !== null && isLegal(value)) void parlor.pick(value);
  else explain(words.noRoom(words.ships[selected]), button);
}

// ---- placing ------------------------------------------------------------------------------------------------------------

const answerOf = (name, cell, across) => `${name}:${cell}:${across ? 'across' : 'down'}`;

/** The place in an answer such as `carrier:12:across`; null for any other answer. */
function placeOf(answer) {
  const [name, cell, direction] = typeof answer === 'string' ? answer.split(':') : [];
  return direction ? { name, cell: Number(cell), across: direction === 'across' } : null;
}

/** The current place of the selected ship. */
function selectedPlace() {
  const ship = fleet ? fleet.flatMap((value, cell) => (value === selected ? [cell] : [])) : [];
  return { cell: ship[0] ?? 0, across: ship[1] === ship[0] + 1 };
}

/** The answer that moves the selected ship onto a cell, with its first possible cell there; null if it does not fit. */
function targetFor(cell) {
  const { across } = selectedPlace();
  for (let back = 0; back < SHIPS[selected]; back += 1) {
    const value = answerOf(selected, cell - back * (across ? 1 : game.size), across);
    if (isLegal(value)) return value;
  }
  return null;
}

function rotated() {
  const { cell, across } = selectedPlace();
  for (let back = 0; back < SHIPS[selected]; back += 1) {
    const value = answerOf(selected, cell - back * (across ? game.size : 1), !across);
    if (isLegal(value)) return value;
  }
  return null;
}

tools.rotate.addEventListener('click', () => pickPlace(rotated(), tools.rotate));
tools.shuffle.addEventListener('click', () => isLegal('shuffle') && void parlor.pick('shuffle'));
tools.ready.addEventListener('click', () => isLegal('ready') && void parlor.pick('ready'));

const cellAt = ({ clientX, clientY }) => {
  const under = document.elementFromPoint(clientX, clientY)?.closest('[data-cell]');
  return under ? Number(under.dataset.cell) : null;
};

cells.addEventListener('pointerdown', (event) => {
  const cell = cellAt(event);
  if (!isPlacing() || cell === null || !fleet?.[cell]) return;
  selected = fleet[cell];
  dragged = cell;
  draw();
});
document.addEventListener('pointerup', (event) => {
  const [from, to] = [dragged, cellAt(event)];
  dragged = null;
  if (from === null || to === null || to === from || !isPlacing()) return;
  const { cell, across } = selectedPlace();
  pickPlace(answerOf(selected, cell + to - from, across), buttons()[to]);
});
document.addEventListener('pointercancel', () => {
  dragged = null;
});

const typedCell = typedPlaces(cells);

/** A cell whose name was typed waits for Enter, if it can be shot at. */
function pickTyped(button) {
  button.focus();
  const cell = buttons().indexOf(button);
  if (!isPlacing() && isLegal(cell)) void parlor.pick(cell, { plays: false });
}

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const { size } = game;
  const col = focus % size;
  const target = {
    ArrowLeft: col > 0 ? focus - 1 : focus,
    ArrowRight: col < size - 1 ? focus + 1 : focus,
    ArrowUp: focus >= size ? focus - size : focus,
    ArrowDown: focus < size * (size - 1) ? focus + size : focus,
    Home: focus - col,
    End: focus - col + size - 1,
  }[key];
  const named = typedCell(key);
  if (target !== undefined) buttons()[target].focus();
  else if (named) pickTyped(named);
  else if (key.toLowerCase() === 'r' && isPlacing()) pickPlace(rotated(), buttons()[focus]);
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

// ---- texts --------------------------------------------------------------------------------------------------------------

function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const turn = !ask && game.turn ? words.waiting[isOwn(game.turn) ? 'own' : 'their'] : '';
  prompt.textContent = [ask?.prompt ?? '', turn, latestSentences()].filter(Boolean).join(' ');
}

/** What the decision bar doesn't say: the latest shots, what happens by itself, and how the game ended. */
function captionText() {
  if (game.over) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return { headline, detail: detail || endReason() };
  }
  if (isPlacing()) return { headline: '', detail: words.place };
  if (ask || game.turn) return { headline: '', detail: latestSentences() };
  return { headline: '', detail: game.shots > 0 ? words.opening : words.placing };
}

function endReason() {
  if (game.broken) return words.broken(whoIs(game.broken.by), cellName(game.broken.cell, game.size));
  return game.seas.host.open && game.seas.guest.open ? words.sunk : '';
}

/** The result of a shot arrives with the next one of the other side, so both are told. */
const latestSentences = () => game.latest.map(shotSentence).join(' ');

/** A shot, with its result if this seat knows it. */
function shotSentence({ by, cell }) {
  const seat = otherOf(by);
  const value = valuesOf(seat)[cell] ?? (isOwn(seat) && fleet ? 'water' : null);
  const ship = hullsOf(valuesOf(seat), game.seas[seat].shot).find(({ name, sunk }) => sunk && name === value);
  const text = value === 'water' ? words.water : value && words.ships[value];
  return words.last(whoIs(by), cellName(cell, game.size), ship ? words.sank(text) : text);
}

function summaryOf(seat) {
  const { shot } = game.seas[seat];
  const values = valuesOf(seat);
  const tried = shot.filter(Boolean).length;
  const hits = shot.filter((each, cell) => each && values[cell] && values[cell] !== 'water').length;
  const sunk = hullsOf(values, shot).filter((ship) => ship.sunk);
  const afloat = NAMES.filter((name) => !sunk.some((ship) => ship.name === name)).map((name) => words.ships[name]);
  return `${words.seas[isOwn(seat) ? 'own' : 'their']}: ${words.summary(tried, hits, words.list(afloat))}`;
}
