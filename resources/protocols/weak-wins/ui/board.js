/** Draws the scores, past rounds, both bids as cards, and a slider to choose a bid. */
import { gainOf, gameOf } from './game.js';
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
/** The bid in the decision bar when the question of a round closed, which is the one that this seat sealed. */
let sealed = { round: -1, bid: null };

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    setTexts(wordsIn(next.locale));
    parlor.size(256, 330);
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
  explain(ask ? (bid < 0 ? words.atLeast : words.atMost(game[context.role].left)) : waits, element);
}

byId('rest').addEventListener('click', () => {
  const last = lastBid();
  if (last !== null) choose(last);
});
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
  byId('rounds').ariaLabel = words.rounds;
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
  drawScore('own', words.own, game[context.role].score);
  drawScore('their', theirName(), game[otherSeat()].score);
  drawRounds();
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
  );
}

/** The latest rounds that fit, oldest first, with the own bid above the other side's; the lower bid is highlighted. */
function drawRounds() {
  const shown = game.rounds.slice(-Math.max(1, Math.floor((innerWidth - 250) / 48)));
  const first = game.rounds.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [round[context.role], round[otherSeat()]];
      const bid = (value, seat) =>
        element('span', {
          className: round.winner === seat || round.winner === 'draw' ? 'won' : '',
          textContent: value,
          ariaHidden: 'true',
        });
      const summary = element('span', {
        className: 'parlor-spoken',
        textContent: words.past(first + index + 1, own, theirName(), their, outcome(round)),
      });
      return element('li', {}, bid(own, context.role), bid(their, otherSeat()), summary);
    }),
  );
}

/** Both seats' cards: the picked or sealed bid, or the one revealed last, and the points left. */
function drawArena() {
  const last = game.rounds.at(-1);
  if (showsPick()) {
    drawCard('own', 'picked', picked, words.pick);
    drawTheirs();
  } else if (showsSeal()) {
    const bid = sealed.round === game.round ? sealed.bid : null;
    drawCard('own', 'sealed', bid, words.sealed);
    drawTheirs();
  } else if (last) {
    const result = (seat) => (last.winner === 'draw' ? 'open' : last.winner === seat ? 'won' : 'lost');
    drawCard('own', result(context.role), last[context.role], words.gained(gainOf(last, context.role)));
    drawCard('their', result(otherSeat()), last[otherSeat()], words.gained(gainOf(last, otherSeat())));
  } else {
    drawCard('own', 'empty', null, words.empty[0]);
    drawTheirs();
  }
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
  const { left } = game[side === 'own' ? context.role : otherSeat()];
  card.dataset.kind = kind;
  card.dataset.seat = seatAt(side);
  card.style.setProperty('--left', String(Math.max(0, left) / game.total_points));
  card.replaceChildren(
    element('span', { className: 'bid', textContent: bid ?? '?', ariaHidden: String(bid === null) }),
    element('figcaption', {}, caption),
    element('span', { className: 'purse', ariaHidden: 'true' }),
    element('span', { className: 'left', textContent: words.left(left) }),
  );
}

function drawVerdict() {
  byId('verdict').replaceChildren(
    ...verdictParts().map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The text under the bids as pieces `[text, isStrong]`. */
function verdictParts() {
  const last = game.rounds.at(-1);
  if (game.end !== null) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return [[headline, true], [` ${detail || words.score(game[context.role].score, game[otherSeat()].score)}`]];
  }
  const round = words.round(game.round + 1, game.total_rounds);
  if (showsSeal()) return [[words.wait[0], true], [words.wait[1]]];
  if (ask && lastBid() !== null) return [[words.last[0], true], [words.last[1]]];
  const story = last ? outcome(last) : words.rule;
  return [[`${round} `, true], [story]];
}

function outcome(round) {
  if (round.winner === 'draw') return words.same(round.host);
  return round.winner === context.role
    ? words.ownGain(gainOf(round, context.role))
    : words.theirGain(theirName(), gainOf(round, otherSeat()));
}

/** The only legal bid of the last round, or null before that round. */
const lastBid = () => (ask && game.round === game.total_rounds - 1 ? game[context.role].left : null);

function drawBidding() {
  const { left } = game[context.role];
  const last = lastBid();
  const rest = byId('rest');
  byId('bidding').toggleAttribute('data-last', last !== null);
  rest.textContent = last === null ? '' : words.rest(last);
  rest.setAttribute('aria-pressed', String(last !== null && picked === last));
  const isTyped = Number.isInteger(picked);
  const held = isSealed() && Number.isInteger(sealed.bid) ? sealed.bid : null;
  slider.update({
    max: ask?.entry?.max ?? Math.max(0, left),
    enabled: Boolean(ask?.entry) && last === null,
    value: isTyped ? picked : (held ?? Math.floor(Math.max(0, left) / Math.max(1, game.total_rounds - game.round))),
    picked: isTyped,
    label: words.slider,
    text: (bid) => words.bid(bid, left - bid),
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
