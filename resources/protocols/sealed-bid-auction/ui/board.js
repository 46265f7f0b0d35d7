/** Draws the scores, the lots, both bids as cards, and a slider to choose a bid. */
import { gameOf } from './game.js';
import { connectBoard, endOf, explain, holdReveal, keyOf, nameOf, whyWait } from './parlor-board.js';
import { bidSlider } from './slider.js';
import { wordsIn } from './words.js';

const byId = (id) => document.getElementById(id);

let context = null;
let words = wordsIn('en');
let game = null;
let ask = null;
let picked = null;
/** Whether a question was asked: a replay has none, and shows each position at once. */
let isPlayed = false;
/** The revealed cards stay until the person picks, not until an agent does. */
const reveal = holdReveal(() => draw());
/** The bid in the decision bar when the question of a lot closed, which is the one that this seat sealed. */
let sealed = { round: -1, bid: null };

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    setTexts(wordsIn(next.locale));
    parlor.size(256, 340);
    draw();
  },
  onState({ record }) {
    const next = gameOf(record);
    const isRevealed = game && next.round === game.round + 1;
    game = next;
    if (isRevealed && isPlayed && game.end === null) reveal.begin();
    draw();
    if (isRevealed) flipCards();
  },
  onAsk(nextAsk, nextPicked) {
    if (ask && !nextAsk && game) sealed = { round: game.round, bid: picked };
    ask = nextAsk;
    picked = nextPicked;
    if (ask) isPlayed = true;
    if (picked !== null && context?.control_mode === 'human') reveal.end();
    draw();
  },
});

const slider = bidSlider(byId('bidding'), (bid) => choose(bid), refuse);

/** Says why a step of the slider is not possible. */
function refuse(bid, element) {
  if (!game) return;
  const waits = isSealed() ? words.alreadySealed : whyWait(game.end !== null, context.locale);
  explain(ask ? (bid < 0 ? words.atLeast : words.atMost(game[context.role].budget)) : waits, element);
}

document.addEventListener('keydown', (event) => {
  if (keyOf(event) !== 'Escape' || picked === null) return;
  event.preventDefault();
  choose(null);
});

/** What the person picks on the board. */
function choose(answer) {
  reveal.end();
  void parlor.pick(answer);
}

function setTexts(language) {
  words = language;
  document.querySelector('h1').textContent = document.title = words.title;
  byId('lots').ariaLabel = words.lots;
  byId('arena').ariaLabel = words.arena;
  for (const button of document.querySelectorAll('[data-step]')) {
    button.ariaLabel = words.step(Number(button.dataset.step));
  }
}

/** The seat whose score and card stand on a side of the board; its colour stays the same for both people. */
const seatAt = (side) => (side === 'own' ? context.role : otherSeat());
const otherSeat = () => (context.role === 'host' ? 'guest' : 'host');
const theirName = () => nameOf(otherSeat(), context);

function element(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function draw() {
  if (!context || !game) return;
  document.querySelector('main').toggleAttribute('data-over', game.end !== null);
  drawScore('own', words.own, game[context.role].value);
  drawScore('their', theirName(), game[otherSeat()].value);
  byId('terms').textContent = words.pricing[game.pricing];
  drawLots();
  drawArena();
  drawVerdict();
  drawBidding();
}

function drawScore(side, name, score) {
  byId(`${side}-score`).dataset.seat = seatAt(side);
  byId(`${side}-score`).replaceChildren(
    element('span', { className: 'mark', ariaHidden: 'true' }),
    element('span', { className: 'name', textContent: name, dir: 'auto' }),
    element('b', { textContent: score }),
    element('small', { textContent: words.worth }),
  );
}

/** The lots around the current one that fit, each with its value and, below it, its winner. */
function drawLots() {
  const fitting = Math.max(1, Math.floor((Math.min(innerWidth, 900) - 40) / 42));
  const first = Math.max(0, Math.min(game.round - Math.floor(fitting / 2), game.values.length - fitting));
  byId('lots').replaceChildren(
    ...game.values.slice(first, first + fitting).map((value, index) => {
      const at = first + index;
      const round = game.rounds[at];
      const isNext = at === game.round && game.end === null;
      const summary = round
        ? words.past(at + 1, value, round[context.role], theirName(), round[otherSeat()], outcome(round))
        : words.later(at + 1, value, isNext);
      const result = round ? ({ draw: 'none' }[round.winner] ?? round.winner) : 'later';
      return element(
        'li',
        { className: isNext ? 'next' : result },
        element('span', { textContent: value, ariaHidden: 'true' }),
        element('span', { className: 'mark', ariaHidden: 'true' }),
        element('span', { className: 'parlor-spoken', textContent: summary }),
      );
    }),
  );
}

/** The lot, and both seats' cards: the picked or sealed bid, or the one revealed last, and the money left. */
function drawArena() {
  const last = game.rounds.at(-1);
  drawLot(!last || (!reveal.held && (ask || isSealed())) ? game.round : game.round - 1);
  if (showsPick()) {
    drawCard('own', 'picked', picked, words.pick);
    drawTheirs();
  } else if (showsSeal()) {
    drawCard('own', 'sealed', sealed.round === game.round ? sealed.bid : null, words.sealed);
    drawTheirs();
  } else if (last) {
    const result = (seat) => (last.winner === 'draw' ? 'open' : last.winner === seat ? 'won' : 'lost');
    const caption = (seat) => (last.winner === seat ? words.paid(last.price) : words.lost);
    drawCard('own', result(context.role), last[context.role], caption(context.role));
    drawCard('their', result(otherSeat()), last[otherSeat()], caption(otherSeat()));
  } else {
    drawCard('own', 'empty', null, words.empty[0]);
    drawTheirs();
  }
}

function drawLot(at) {
  byId('lot').replaceChildren(
    element('span', { className: 'bid', textContent: game.values[at] ?? '–' }),
    element('figcaption', {}, words.worth),
    element('span', { textContent: words.lot(Math.min(at + 1, game.lots), game.lots) }),
  );
}

/** The other side's card before it is opened: nothing is hidden on it until that side has chosen. */
function drawTheirs() {
  if (game.committed[otherSeat()]) drawCard('their', 'sealed', null, words.hidden);
  else drawCard('their', 'empty', null, words.empty[1]);
}

/** Whether this seat has sealed its bid. A replay has no questions, so there the commitment decides. */
const isSealed = () => !ask && game.end === null && (game.committed[context.role] || sealed.round === game.round);
const showsSeal = () => isSealed() && !reveal.held;
const showsPick = () => ask !== null && picked !== null && !reveal.held;

function drawCard(side, kind, bid, caption) {
  const card = byId(`${side}-card`);
  const { budget } = game[side === 'own' ? context.role : otherSeat()];
  card.dataset.kind = kind;
  card.dataset.seat = seatAt(side);
  card.style.setProperty('--left', String(Math.max(0, budget) / game.budget));
  card.replaceChildren(
    element('span', { className: 'bid', textContent: bid ?? '?', ariaHidden: String(bid === null) }),
    element('figcaption', {}, caption),
    element('span', { className: 'purse', ariaHidden: 'true' }),
    element('span', { className: 'left', textContent: words.left(budget) }),
  );
}

function drawVerdict() {
  byId('verdict').replaceChildren(
    ...verdictParts().map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The text under the bids as pieces `[text, isStrong]`. */
function verdictParts() {
  const [own, their] = [game[context.role], game[otherSeat()]];
  if (game.end !== null) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    const isLevel = own.value === their.value;
    const final = isLevel ? words.level(own.value, own.budget, their.budget) : words.final(own.value, their.value);
    return [[headline, true], [` ${detail || final}`]];
  }
  if (showsSeal()) return [[words.wait[0], true], [words.wait[1]]];
  const last = game.rounds.at(-1);
  return [[last ? outcome(last) : words.rule[game.pricing]], [ask && last ? words.now(game.round + 1) : '', true]];
}

function outcome({ winner: by, host, value, price }) {
  if (by === 'draw') return words.withdrawn(host);
  return by === context.role ? words.ownLot(value, price) : words.theirLot(theirName(), value, price);
}

function drawBidding() {
  const { budget } = game[context.role];
  const isTyped = Number.isInteger(picked);
  const held = isSealed() && Number.isInteger(sealed.bid) ? sealed.bid : null;
  const rest = game.values.slice(game.round);
  const share = rest.length > 0 ? rest[0] / rest.reduce((sum, value) => sum + value, 0) : 0;
  slider.update({
    max: ask?.entry?.max ?? Math.max(0, budget),
    enabled: Boolean(ask?.entry),
    value: isTyped ? picked : (held ?? Math.floor(share * Math.max(0, budget))),
    picked: isTyped,
    label: words.slider,
    text: (bid) => words.bid(bid, budget - bid),
  });
}

/** Flips both cards when a round is revealed. */
function flipCards() {
  if (context.reduced_motion) return;
  for (const card of [byId('own-card'), byId('their-card')]) {
    card.animate([{ transform: 'scaleX(.2)' }, { transform: 'none' }], {
      duration: 220,
      easing: 'cubic-bezier(.2,0,0,1)',
    });
  }
}

addEventListener('resize', draw);
