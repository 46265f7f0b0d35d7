/** Draws both hands of dice and a table of all bids, whose cells are buttons. */
import { gameOf, matches, otherOf } from './game.js';
import { connectBoard } from './parlor-board.js';
import { wordsIn } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
/** The pips of each face, as cells of a 3 by 3 grid counted from the top left. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const FACES = [1, 2, 3, 4, 5, 6];

const byId = (id) => document.getElementById(id);
const [bids, call, caption, past, prompt] = ['bids', 'call', 'caption', 'past', 'prompt'].map(byId);

bids.setAttribute('role', 'grid');
bids.setAttribute('aria-labelledby', 'prompt');

let context = null;
let words = wordsIn('en');
let game = null;
/** Own dice, from this seat's hooks; empty without hooks. */
let ownDice = [];
let ask = null;
let picked = null;
/** The bid with the keyboard focus: its column and row, from 0. */
let focus = { quantity: 0, face: 0 };

const parlor = connectBoard({
  onContext(next) {
    context = next;
    words = wordsIn(next.locale);
    document.querySelector('h1').textContent = document.title = words.title;
    call.textContent = words.call;
    draw();
  },
  onState({ record, view }) {
    game = gameOf(record);
    ownDice = view?.dice ?? [];
    draw();
  },
  onAsk(nextAsk, nextPicked) {
    ask = nextAsk;
    picked = nextPicked;
    draw();
  },
});

const isOwn = (seat) => seat === context.role;
const isLegal = (value) => ask?.choices.some((choice) => choice.value === value) ?? false;
const answerOf = (quantity, face) => `${quantity}x${face}`;
/** The round shown: the current one, or the last once the game is over. */
const round = () => game.rounds.at(-1);
/** The newest finished round. */
const finished = () => game.rounds.findLast(({ loser }) => loser !== null) ?? null;

function draw() {
  if (!context || !game) return;
  drawHand(byId('own'), byId('own-title'), context.role);
  drawHand(byId('their'), byId('their-title'), otherOf(context.role));
  drawBids();
  drawPast();
  drawCaption();
}

// ---- dice ---------------------------------------------------------------------------------------------------------------

function element(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** `face`: null for a hidden die. */
function die(face, cls = '') {
  const pips =
    face === null
      ? [element('text', { class: 'hidden', x: 30, y: 43 }, '?')]
      : PIPS[face].map((pip) =>
          element('circle', { class: 'pip', cx: 15 + (pip % 3) * 15, cy: 15 + Math.floor(pip / 3) * 15, r: 5.5 }),
        );
  const body = element('rect', { class: 'body', x: 2, y: 2, width: 56, height: 56, rx: 12 });
  return element('svg', { class: `die ${cls}`, viewBox: '0 0 60 60', 'aria-hidden': 'true' }, body, ...pips);
}

function drawHand(hand, title, seat) {
  const { dice, counts, bids: made, loser } = round();
  const known = dice[seat] ?? (isOwn(seat) && ownDice.length > 0 ? ownDice : null);
  const bid = made.at(-1);
  const count = loser ? counts[seat] : game.counts[seat];
  const name = words.hands[isOwn(seat) ? 'own' : 'their'];
  title.textContent = name;
  hand.dataset.side = isOwn(seat) ? 'own' : 'their';
  hand.setAttribute('aria-label', words.dice(name, known ?? [], count));
  const marked = (face) => (bid && matches(face, bid.face, game.onesWild) ? 'match' : '');
  hand.replaceChildren(
    ...(known ? known.map((face) => die(face, marked(face))) : Array.from({ length: count }, () => die(null))),
  );
}

/** The dice of the newest finished round, while the next one is played. */
function drawPast() {
  const last = finished();
  past.hidden = !last || last === round();
  if (past.hidden) return past.replaceChildren();
  past.setAttribute('aria-label', roundSummary(last));
  const bid = last.bids.at(-1);
  const hands = [otherOf(context.role), context.role].map((seat) => {
    const group = document.createElement('span');
    group.className = 'dice';
    group.dataset.side = isOwn(seat) ? 'own' : 'their';
    group.append(
      ...last.dice[seat].map((face) => die(face, matches(face, bid.face, game.onesWild) ? 'match' : 'pale')),
    );
    return group;
  });
  const text = Object.assign(document.createElement('span'), { textContent: roundSummary(last) });
  past.replaceChildren(text, ...hands);
}

// ---- bids ---------------------------------------------------------------------------------------------------------------

const columns = () => Math.max(1, round().counts.host + round().counts.guest);

/** One column for each quantity, one row for each face. */
function drawBids() {
  const count = columns();
  bids.style.setProperty('--columns', count);
  if (bids.dataset.columns !== String(count)) {
    bids.dataset.columns = count;
    const head = row(cornerCell(), ...Array.from({ length: count }, (_, at) => headCell(String(at + 1))));
    const rows = FACES.map((face) =>
      row(headCell(die(face), String(face)), ...Array.from({ length: count }, (_, at) => bidCell(at + 1, face))),
    );
    bids.replaceChildren(head, ...rows);
  }
  focus = { quantity: Math.min(focus.quantity, count - 1), face: focus.face };
  const made = new Map(round().bids.map(({ by, quantity, face }) => [answerOf(quantity, face), by]));
  const last = round().bids.at(-1);
  bids.toggleAttribute('data-open', ask !== null);
  for (const button of buttons()) {
    const [quantity, face] = [Number(button.dataset.quantity), Number(button.dataset.face)];
    const value = answerOf(quantity, face);
    const by = made.get(value);
    const side = by && (isOwn(by) ? 'own' : 'their');
    const low = last && (quantity < last.quantity || (quantity === last.quantity && face < last.face));
    button.dataset.by = side ?? '';
    button.toggleAttribute('data-last', Boolean(last && value === answerOf(last.quantity, last.face)));
    button.setAttribute('aria-label', words.bid(quantity, face, words.states[side ?? (low ? 'low' : 'open')]));
    button.setAttribute('aria-selected', String(picked === value));
    button.setAttribute('aria-disabled', String(!isLegal(value)));
    button.tabIndex = quantity - 1 === focus.quantity && face - 1 === focus.face ? 0 : -1;
  }
  call.setAttribute('aria-disabled', String(!isLegal('call')));
  call.setAttribute('aria-pressed', String(picked === 'call'));
}

const buttons = () => [...bids.querySelectorAll('button')];
const buttonAt = ({ quantity, face }) =>
  bids.querySelector(`button[data-quantity="${quantity + 1}"][data-face="${face + 1}"]`);

function row(...children) {
  const node = document.createElement('div');
  node.setAttribute('role', 'row');
  node.append(...children);
  return node;
}

function cornerCell() {
  const node = document.createElement('span');
  node.setAttribute('role', 'gridcell');
  return node;
}

function headCell(content, label = null) {
  const node = document.createElement('span');
  node.setAttribute('role', label === null ? 'columnheader' : 'rowheader');
  node.append(content);
  if (label !== null)
    node.append(Object.assign(document.createElement('span'), { className: 'aside', textContent: label }));
  return node;
}

function bidCell(quantity, face) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('role', 'gridcell');
  Object.assign(button.dataset, { quantity, face });
  button.addEventListener('click', () => pick(answerOf(quantity, face)));
  button.addEventListener('focus', () => {
    focus = { quantity: quantity - 1, face: face - 1 };
  });
  return button;
}

function pick(value) {
  if (isLegal(value)) void parlor.pick(value);
}

call.addEventListener('click', () => pick('call'));

document.addEventListener('keydown', (event) => {
  if (!game || event.ctrlKey || event.altKey || event.metaKey) return;
  const { quantity, face } = focus;
  const target = {
    ArrowLeft: { quantity: quantity - 1, face },
    ArrowRight: { quantity: quantity + 1, face },
    ArrowUp: { quantity, face: face - 1 },
    ArrowDown: { quantity, face: face + 1 },
    Home: { quantity: 0, face },
    End: { quantity: columns() - 1, face },
  }[event.key];
  if (target) (buttonAt(target) ?? buttonAt(focus)).focus();
  else if (event.key.toLowerCase() === 'c') pick('call');
  else if (event.key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

// ---- texts --------------------------------------------------------------------------------------------------------------

function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const last = finished();
  const before = last && last !== round() && round().bids.length === 0 ? roundSummary(last) : '';
  prompt.textContent = [ask?.prompt ?? '', before, headline, detail].filter(Boolean).join(' ');
}

function captionText() {
  const { bids: made, caller, loser } = round();
  const last = made.at(-1);
  const lastText = last ? words.last(isOwn(last.by), last.quantity, last.face) : '';
  if (game.over) {
    const end = game.winner === null ? 'none' : isOwn(game.winner) ? 'own' : 'their';
    const why = game.lie ? words.lie(isOwn(game.lie.by), game.lie.die) : loser ? roundSummary(round()) : '';
    return { headline: words.over[end], detail: why };
  }
  if (ask) {
    const [headline, detail] = words.choose[last ? 'next' : 'first'];
    return { headline, detail: lastText || detail };
  }
  if (game.turn) return { headline: words.waiting[isOwn(game.turn) ? 'own' : 'their'], detail: lastText };
  return { headline: '', detail: words.waiting[caller ? 'opening' : 'rolling'] };
}

function roundSummary(finishedRound) {
  const { bids: made, counted, loser } = finishedRound;
  const { by, quantity, face } = made.at(-1);
  const number = game.rounds.indexOf(finishedRound) + 1;
  return words.past({ round: number, own: isOwn(by), quantity, face, counted, lost: isOwn(loser) });
}
