/** Draws the scores, a strip of past rounds, both hands as cards, and a radio group to choose a hand. */
import { BEATS, gameOf } from './game.js';
import { connectBoard, endOf, explain, holdReveal, keyOf, nameOf, whyWait } from './parlor-board.js';
import { wordsIn } from './words.js';

const HANDS = ['rock', 'paper', 'scissors'];
/** Wins are shown as pips if at most this many are needed; otherwise only as a number. */
const MOST_PIPS = 5;
const SVG = 'http://www.w3.org/2000/svg';

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
/** The hand in the decision bar when the question of a round closed, which is the one that this seat sealed. */
let sealed = { round: -1, hand: null };

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    setTexts(wordsIn(next.locale));
    parlor.size(256, 330);
    parlor.numbers(HANDS.map((answer, index) => ({ number: index + 1, answer })));
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
    if (ask && !nextAsk && game) sealed = { round: game.round, hand: picked };
    ask = nextAsk;
    picked = nextPicked;
    if (ask) isPlayed = true;
    if (picked !== null && context?.control_mode === 'human') reveal.end();
    draw();
  },
});

/** What the person picks on the board. */
function choose(answer) {
  reveal.end();
  void parlor.pick(answer);
}

function setTexts(language) {
  if (language === words) return;
  words = language;
  document.querySelector('h1').textContent = document.title = words.title;
  byId('rounds').ariaLabel = words.rounds;
  byId('arena').ariaLabel = words.arena;
  byId('hands').replaceChildren();
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

/** `side`: where it stands; the hand on the right points to the left. */
function handOf(name, side, cls = '') {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${name}`);
  svg.setAttribute('viewBox', '0 0 120 150');
  svg.setAttribute('class', `hand ${side} ${cls}`);
  svg.dataset.seat = seatAt(side);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

function draw() {
  if (!context || !game) return;
  document.querySelector('main').toggleAttribute('data-over', game.end !== null);
  drawScore('own', words.own, game.scores[context.role]);
  drawScore('their', theirName(), game.scores[otherSeat()]);
  drawRounds();
  drawArena();
  drawVerdict();
  drawHands();
}

function drawScore(side, name, wins) {
  byId(`${side}-score`).dataset.seat = seatAt(side);
  const target = game.termination === 'first_to_win' ? game.rounds_to_win : 0;
  const pips = Array.from({ length: target <= MOST_PIPS ? target : 0 }, (_, index) =>
    element('span', { className: `pip ${index < wins ? 'won' : ''}` }),
  );
  byId(`${side}-score`).replaceChildren(
    element('span', { className: 'name', textContent: name, dir: 'auto' }),
    element('b', { className: 'wins', textContent: wins }),
    element('span', { className: 'pips', ariaHidden: 'true' }, ...pips),
  );
}

/** The latest rounds that fit, oldest first, with both hands; the winning hand is highlighted. */
function drawRounds() {
  const shown = game.rounds.slice(-Math.max(1, Math.floor((innerWidth - 250) / 70)));
  const first = game.rounds.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [round[context.role], round[otherSeat()]];
      const cls = (seat) => (round.winner === seat || round.winner === 'draw' ? 'won' : '');
      const summary = element('span', {
        className: 'parlor-spoken',
        textContent: words.past(first + index + 1, words.hand[own], theirName(), words.hand[their], outcome(round)),
      });
      return element(
        'li',
        {},
        handOf(own, 'own', cls(context.role)),
        handOf(their, 'their', cls(otherSeat())),
        summary,
      );
    }),
  );
}

/** Both seats' cards: the picked or sealed hand, or the one revealed last. */
function drawArena() {
  const last = game.rounds.at(-1);
  if (showsPick()) {
    drawCard('own', 'picked', picked, [words.pick, words.hand[picked]]);
    drawTheirs();
  } else if (showsSeal()) {
    const hand = sealed.round === game.round ? sealed.hand : null;
    drawCard('own', 'sealed', hand, [words.sealed[0], words.hand[hand] ?? words.sealed[1]]);
    drawTheirs();
  } else if (last) {
    const result = (seat) => (last.winner === 'draw' ? 'open' : last.winner === seat ? 'won' : 'lost');
    const caption = (seat, label) => [label, words.hand[last[seat]]];
    drawCard('own', result(context.role), last[context.role], caption(context.role, words.shown(words.own)));
    drawCard('their', result(otherSeat()), last[otherSeat()], caption(otherSeat(), words.shown(theirName())));
  } else {
    drawCard('own', 'empty', null, [words.empty[0], '']);
    drawTheirs();
  }
}

/** The other side's card before it is opened: nothing is hidden on it until that side has chosen. */
function drawTheirs() {
  if (game.committed[otherSeat()]) drawCard('their', 'sealed', null, [words.sealed[2], '']);
  else drawCard('their', 'empty', null, [words.empty[1], '']);
}

/** Whether this seat has sealed its hand. A replay has no questions, so there the commitment decides. */
const isSealed = () => !ask && game.end === null && (game.committed[context.role] || sealed.round === game.round);
const showsSeal = () => isSealed() && !reveal.held;
const showsPick = () => ask !== null && picked !== null && !reveal.held;

function drawCard(side, kind, hand, [label, strong]) {
  const card = byId(`${side}-card`);
  card.dataset.kind = kind;
  card.dataset.seat = seatAt(side);
  const blank = element('span', { className: 'blank', textContent: '?', ariaHidden: 'true' });
  const caption = element('figcaption', {}, label, element('b', { textContent: strong }));
  card.replaceChildren(hand ? handOf(hand, side) : blank, caption);
}

function drawVerdict() {
  const last = game.rounds.at(-1);
  const story = last ? words.story(howWon(last), outcome(last)) : '';
  byId('verdict').replaceChildren(
    ...verdictParts(story).map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The text under the hands as pieces `[text, isStrong]`. */
function verdictParts(story) {
  if (game.end !== null) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return [[headline, true], [` ${detail || finalText()}`]];
  }
  const round = words.round(game.round + 1);
  const roundHeading = `${round}${words.roundEnd}`;
  if (showsPick()) return [[roundHeading, true], [game.rounds.length > 0 ? scoreText() : termsText()]];
  if (ask) return [[story], [words.choose(round), true], [story ? '' : `${words.beside}${termsText()}`]];
  if (showsSeal()) return [[words.wait[0], true], [words.wait[1]]];
  return [[story || roundHeading], [story ? '' : termsText()]];
}

/** How the winner won its last round, and the score. */
function finalText() {
  const { winner: by } = game.end;
  const lastWin = game.rounds.findLast(({ winner }) => winner === by);
  const story = lastWin && by !== 'draw' ? howWon(lastWin) : '';
  return words.final(story, game.scores[context.role], game.scores[otherSeat()], game.round);
}

function termsText() {
  return game.termination === 'fixed_rounds' ? words.fixed(game.best_of) : words.firstTo(game.rounds_to_win);
}

function scoreText() {
  return words.score(game.scores[context.role], game.scores[otherSeat()]);
}

function howWon({ host, guest, winner }) {
  return winner === 'draw' ? words.same(words.hand[host]) : words.howWon[winner === 'host' ? host : guest];
}

function outcome({ winner }) {
  return words.outcome[winner === 'draw' ? 'draw' : winner === context.role ? 'own' : 'their'](theirName());
}

/** Three radio buttons; arrows move, Enter and Space pick, and so do the numbers on them. */
function drawHands() {
  const group = byId('hands');
  if (group.children.length === 0) group.append(...HANDS.map(handButton));
  const at = focused();
  [...group.children].forEach((button, index) => {
    const hand = HANDS[index];
    button.setAttribute('aria-checked', String(ask !== null && hand === picked));
    button.setAttribute('aria-disabled', String(!isLegal(hand)));
    button.tabIndex = index === (at ?? Math.max(0, HANDS.indexOf(picked))) ? 0 : -1;
  });
}

function handButton(hand) {
  const [name, loser] = [words.hand[hand], words.hand[BEATS[hand]]];
  const key = element('kbd', { textContent: HANDS.indexOf(hand) + 1 });
  const label = element('span', {}, key, ` ${name}`, element('small', { textContent: ` ${words.beats(loser)}` }));
  const button = element('button', { type: 'button' }, handOf(hand, 'own'), label);
  button.setAttribute('role', 'radio');
  button.setAttribute('aria-label', words.choice(name, loser));
  button.addEventListener('click', () => pick(hand, button));
  return button;
}

const isLegal = (hand) => ask?.choices.some(({ value }) => value === hand) ?? false;

function pick(hand, button) {
  if (isLegal(hand)) choose(hand);
  else if (game) explain(isSealed() ? words.alreadySealed : whyWait(game.end !== null, context.locale), button);
}

/** The index of the button with the keyboard focus, or null. */
function focused() {
  const at = [...byId('hands').children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const from = focused() ?? Math.max(0, HANDS.indexOf(picked));
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  if (step) byId('hands').children[(from + step + HANDS.length) % HANDS.length].focus();
  else if (/^[1-3]$/.test(key)) pick(HANDS[Number(key) - 1], byId('hands').children[Number(key) - 1]);
  else if (/^[0-9]$/.test(key)) explain(words.numbers, byId('hands').children[1]);
  else if (key === 'Escape' && picked !== null) choose(null);
  else return;
  event.preventDefault();
});

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
