/** Draws both cups with their dice, the bids between them, and a control for the next bid: how many, then which face. */
import { gameOf, matches, otherOf } from './game.js';
import { connectBoard, endOf, explain, holdReveal, keyOf, nameOf, whyWait } from './parlor-board.js';
import { wordsIn } from './words.js';

const SVG = 'http://www.w3.org/2000/svg';
/** The pips of each face, as cells of a 3 by 3 grid counted from the top left. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const FACES = [1, 2, 3, 4, 5, 6];

const byId = (id) => document.getElementById(id);
const ids = ['caption', 'bid', 'bids', 'bidding', 'quantity', 'faces', 'call', 'next', 'past', 'prompt'];
const [caption, bid, bids, bidding, quantity, faces, call, next, past, prompt] = ids.map(byId);
const steps = [...document.querySelectorAll('[data-step]')];

let context = null;
let words = wordsIn('en');
let game = null;
/** Own dice, from this seat's hooks; empty without hooks. */
let ownDice = [];
let ask = null;
let picked = null;
/** How many dice the next bid names. */
let many = 1;
/** The face in the tab order. */
let focus = 1;
/** Whether a question was asked: a replay has none, and shows each position at once. */
let isPlayed = false;
/** The dice of a round that ended stay on the table until the person goes on. */
const reveal = holdReveal(() => draw());
/** The game ended before the person went on: the dice stay, since nothing comes after them. */
let staysOpen = false;

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(changed) {
    context = changed;
    words = wordsIn(changed.locale);
    document.querySelector('h1').textContent = document.title = words.title;
    parlor.size(256, 330);
    draw();
  },
  onState({ record, view }) {
    const before = game;
    game = gameOf(record);
    staysOpen = game.over && (staysOpen || reveal.held) && ended(game).length === ended(before).length;
    if (game.over || !isPlayed) reveal.end();
    else if (before && ended(game).length === ended(before).length + 1) reveal.begin();
    ownDice = view?.dice ?? [];
    many = before?.rounds.length === game.rounds.length ? Math.max(many, lowest()) : lowest();
    draw();
  },
  onAsk(nextAsk, nextPicked) {
    if (nextAsk?.key !== ask?.key && game) many = lowest();
    ask = nextAsk;
    picked = nextPicked;
    if (ask) isPlayed = true;
    if (picked !== null && context?.control_mode === 'human') reveal.end();
    const [, quantityPicked] = /^(\d+)x\d$/.exec(picked ?? '') ?? [];
    if (quantityPicked) many = Number(quantityPicked);
    draw();
  },
});

const isOwn = (seat) => seat === context.role;
/** The name of the other side in a sentence; null for the person. */
const whoIs = (seat) => (isOwn(seat) ? null : nameOf(seat, context));
const isLegal = (value) => ask?.choices.some((choice) => choice.value === value) ?? false;
const answerOf = (count, face) => `${count}x${face}`;
const ended = ({ rounds }) => rounds.filter(({ loser }) => loser !== null);
/** The round that is played, or the last one once the game is over. */
const current = () => game.rounds.at(-1);
/** The round whose dice and bids are shown: the one that was revealed, or else the current one. */
const round = () => (reveal.held || staysOpen ? finished() : current());
const shownBid = () => round().bids.at(-1) ?? null;
/** The bid that the next one has to exceed. */
const lastBid = () => current().bids.at(-1) ?? null;
/** The newest finished round. */
const finished = () => ended(game).at(-1) ?? null;
/** All dice on the table, which is the highest bid. */
const highest = () => Math.max(1, current().counts.host + current().counts.guest);
/** The lowest number of dice in a bid that is higher than the last one. */
const lowest = () => {
  const last = lastBid();
  return last ? Math.min(highest(), last.quantity + (last.face === 6 ? 1 : 0)) : 1;
};

function draw() {
  if (!context || !game) return;
  drawHand('their', otherOf(context.role));
  drawHand('own', context.role);
  drawBid();
  drawControl();
  drawPast();
  drawCaption();
}

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function shape(name, attributes, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// ---- dice ---------------------------------------------------------------------------------------------------------------

/** `face`: null for a hidden die. */
function die(face, cls = '') {
  const pips =
    face === null
      ? [shape('text', { class: 'hidden', x: 30, y: 43 }, '?')]
      : PIPS[face].map((pip) =>
          shape('circle', { class: 'pip', cx: 15 + (pip % 3) * 15, cy: 15 + Math.floor(pip / 3) * 15, r: 5.5 }),
        );
  const body = shape('rect', { class: 'body', x: 3, y: 3, width: 54, height: 54, rx: 12 });
  return shape('svg', { class: `die ${cls}`, viewBox: '0 0 60 60', 'aria-hidden': 'true' }, body, ...pips);
}

const cup = () =>
  shape('svg', { class: 'cup', viewBox: '0 0 60 60', 'aria-hidden': 'true' }, shape('use', { href: '#cup' }));

/** A seat's cup, name and dice; those of the other side stay hidden until they are opened. */
function drawHand(side, seat) {
  const hand = byId(side);
  const { dice, counts, loser } = round();
  const known = dice[seat] ?? (isOwn(seat) && !loser && ownDice.length > 0 ? ownDice : null);
  const last = shownBid();
  const count = loser ? counts[seat] : game.counts[seat];
  const marked = (face) => (last && matches(face, last.face, game.onesWild) ? 'match' : '');
  const name = isOwn(seat) ? words.you : context.names?.[seat] || words.they;
  const title = element(
    'h2',
    {},
    element('span', { textContent: name, dir: 'auto' }),
    element('small', { textContent: words.count(count) }),
  );
  const row = element('div', { className: `dice ${seat}` });
  row.setAttribute('role', 'img');
  row.setAttribute('aria-label', words.dice(words.hands[side], known ?? [], count));
  row.append(
    ...(known ? known.map((face) => die(face, marked(face))) : Array.from({ length: count }, () => die(null))),
  );
  hand.replaceChildren(cup(), title, row);
}

// ---- bids ---------------------------------------------------------------------------------------------------------------

/** `4 × [die]`, on the side of the seat that bid it. */
function bidOf({ by, quantity: count, face }) {
  const text = element('b', { textContent: `${count} ×` });
  const spoken = element('span', { className: 'parlor-spoken', textContent: words.last(whoIs(by), count, face) });
  text.ariaHidden = 'true';
  return [text, element('span', { className: `dice ${by}` }, die(face)), spoken];
}

/** The last bid, and before it those of the round. */
function drawBid() {
  const last = shownBid();
  bid.hidden = !last;
  const who = last ? element('span', { textContent: words.bidBy(whoIs(last.by)), ariaHidden: 'true' }) : '';
  bid.replaceChildren(...(last ? [who, ...bidOf(last)] : []));
  bids.setAttribute('aria-label', words.before);
  bids.replaceChildren(
    ...round()
      .bids.slice(0, -1)
      .map((each) => element('li', {}, ...bidOf(each))),
  );
}

/** One radio button for each face; arrows move, Enter and Space pick. */
function drawControl() {
  const out = highest();
  many = Math.max(1, Math.min(out, many));
  bidding.hidden = game.over;
  bidding.toggleAttribute('data-open', ask !== null);
  bidding.toggleAttribute('data-held', reveal.held);
  next.hidden = !reveal.held;
  next.textContent = ask ? words.toRound(game.rounds.length) : words.next;
  quantity.textContent = many;
  const values = { label: words.many, valuemin: 1, valuemax: out, valuenow: many, disabled: ask === null };
  for (const [name, value] of Object.entries(values)) quantity.setAttribute(`aria-${name}`, String(value));
  for (const button of steps) {
    button.ariaLabel = words.step(Number(button.dataset.step));
    button.ariaDisabled = String(ask === null || whyNoStep(Number(button.dataset.step)) !== null);
  }
  if (faces.children.length === 0) faces.append(...FACES.map(faceButton));
  faces.ariaLabel = words.face;
  [...faces.children].forEach((button, index) => {
    const value = answerOf(many, index + 1);
    button.setAttribute('aria-label', words.bid(many, index + 1));
    button.setAttribute('aria-checked', String(picked === value));
    button.setAttribute('aria-disabled', String(!isLegal(value)));
    button.tabIndex = index + 1 === focus ? 0 : -1;
  });
  call.textContent = words.call;
  call.setAttribute('aria-disabled', String(!isLegal('call')));
  call.setAttribute('aria-pressed', String(picked === 'call'));
}

function faceButton(face) {
  const button = element('button', { type: 'button' }, die(face));
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(answerOf(many, face), button));
  button.addEventListener('focus', () => {
    focus = face;
  });
  return button;
}

function pick(value, button) {
  if (reveal.held) reveal.end();
  else if (isLegal(value)) void parlor.pick(value);
  else if (game) explain(whyNot(value), button);
}

function whyNot(value) {
  if (!ask) return whyWait(game.over, context.locale);
  const last = lastBid();
  return value === 'call' || !last ? words.nothingToCall : words.tooLow(value.split('x'), last);
}

/** Why the number can't be changed by a step; null if it can. */
function whyNoStep(step) {
  if (!ask) return whyWait(game.over, context.locale);
  if (many + step > highest()) return words.onlyDice(highest());
  return many + step < lowest() ? words.atLeast(lowest()) : null;
}

function take(step, near) {
  if (reveal.held) return reveal.end();
  const why = whyNoStep(step);
  if (why !== null) return explain(why, near);
  many += step;
  drawControl();
}

for (const button of steps) button.addEventListener('click', () => take(Number(button.dataset.step), button));
call.addEventListener('click', () => pick('call', call));
next.addEventListener('click', reveal.end);

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const step = { ArrowUp: 1, '+': 1, PageUp: 1, ArrowDown: -1, '-': -1, PageDown: -1 }[key];
  const face = { ArrowLeft: focus - 1, ArrowRight: focus + 1, Home: 1, End: 6 }[key];
  if (step) take(step, quantity);
  else if (face !== undefined) faces.children[Math.max(1, Math.min(6, face)) - 1].focus();
  else if (/^[1-6]$/.test(key)) pick(answerOf(many, Number(key)), faces.children[Number(key) - 1]);
  else if (/^[0-9]$/.test(key)) explain(words.faces, faces);
  else if (key.toLowerCase() === 'c') pick('call', call);
  else if (key === 'Escape' && picked !== null) void parlor.pick(null);
  else return;
  event.preventDefault();
});

// ---- texts --------------------------------------------------------------------------------------------------------------

/** The finished rounds, newest first, each with its dice; the last one of a game that is over lies on the table. */
function drawPast() {
  const shown = game.rounds.filter((each) => each.loser !== null && each !== round()).toReversed();
  past.toggleAttribute('data-empty', shown.length === 0);
  byId('past-title').textContent = words.rounds;
  byId('no-rounds').textContent = words.noRounds;
  byId('rounds').replaceChildren(
    ...shown.map((each) => {
      const last = each.bids.at(-1);
      const dice = [otherOf(context.role), context.role].map((seat) =>
        element(
          'span',
          { className: `dice ${seat}` },
          ...each.dice[seat].map((face) => die(face, matches(face, last.face, game.onesWild) ? 'match' : 'pale')),
        ),
      );
      return element('li', {}, element('p', { textContent: roundSummary(each) }), ...dice);
    }),
  );
}

function drawCaption() {
  const { headline, detail } = captionText();
  caption.replaceChildren(Object.assign(document.createElement('strong'), { textContent: headline }), ` ${detail}`);
  const last = finished();
  const before = last && !game.over && lastBid() === null ? roundSummary(last) : '';
  const turn = !ask && game.turn ? words.waiting[isOwn(game.turn) ? 'own' : 'their'] : '';
  prompt.textContent = [ask?.prompt ?? '', before, turn].filter(Boolean).join(' ');
}

/** What the decision bar doesn't say: what happens by itself, whether ones are wild, and how the game ended. */
function captionText() {
  const { caller, loser } = round();
  if (game.over) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    const why = game.lie ? words.lie(isOwn(game.lie.by), game.lie.die) : loser ? roundSummary(round()) : '';
    return { headline, detail: detail || why };
  }
  // The bar asks already, and the clock runs.
  if (reveal.held) return { headline: ask ? words.waiting.own : '', detail: roundSummary(round()) };
  if (!ask && !game.turn) return { headline: '', detail: words.waiting[caller ? 'opening' : 'rolling'] };
  const unrolled = round().numbers[context.role] === undefined ? words.unrolled : words.noBid;
  return { headline: '', detail: [lastBid() ? '' : unrolled, words.wild[game.onesWild]].filter(Boolean).join(' ') };
}

function roundSummary(finishedRound) {
  const { bids: made, counted, loser } = finishedRound;
  const { by, quantity: count, face } = made.at(-1);
  const number = game.rounds.indexOf(finishedRound) + 1;
  return words.past({ round: number, bidder: whoIs(by), quantity: count, face, counted, loser: whoIs(loser) });
}
