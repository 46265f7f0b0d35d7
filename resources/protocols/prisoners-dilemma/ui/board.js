/** Draws the scores, a strip of past rounds, both moves as cards, and a radio group to choose a move. */
import { gameOf } from './game.js';
import { connectBoard, endOf, explain, holdReveal, keyOf, nameOf, whyWait } from './parlor-board.js';
import { wordsIn } from './words.js';

const MOVES = ['cooperate', 'defect'];
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
/** The move in the decision bar when the question of a round closed, which is the one that this seat sealed. */
let sealed = { round: -1, move: null };

const parlor = connectBoard({
  draws: ({ choices }) => choices.map(({ value }) => value),
  onContext(next) {
    context = next;
    setTexts(wordsIn(next.locale));
    parlor.size(256, 330);
    parlor.numbers(MOVES.map((answer, index) => ({ number: index + 1, answer })));
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
    if (ask && !nextAsk && game) sealed = { round: game.round, move: picked };
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
  byId('moves').replaceChildren();
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

function sign(move, seat = null) {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${move}`);
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('class', 'sign');
  if (seat) svg.dataset.seat = seat;
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

function draw() {
  if (!context || !game) return;
  document.querySelector('main').toggleAttribute('data-over', game.end !== null);
  drawScore('own', words.own, game.totals[context.role]);
  drawScore('their', theirName(), game.totals[otherSeat()]);
  byId('round').textContent = words.round(Math.min(game.round + 1, game.rounds), game.rounds);
  drawRounds();
  drawArena();
  drawVerdict();
  byId('moves').dataset.seat = context.role;
  drawMoves();
}

function drawScore(side, name, total) {
  byId(`${side}-score`).dataset.seat = seatAt(side);
  byId(`${side}-score`).replaceChildren(
    element('span', { className: 'mark', ariaHidden: 'true' }),
    element('span', { className: 'name', textContent: name, dir: 'auto' }),
    element('b', { textContent: total }),
  );
}

/** The latest rounds that fit, oldest first, with the own move above the other side's. */
function drawRounds() {
  const size = Math.max(18, Math.min(34, 0.045 * Math.min(innerWidth, innerHeight)));
  const shown = game.played.slice(-Math.max(1, Math.floor((Math.min(innerWidth, 900) - 60) / (size + 8))));
  const first = game.played.length - shown.length;
  byId('rounds').replaceChildren(
    ...shown.map((round, index) => {
      const [own, their] = [context.role, otherSeat()];
      const summary = words.past(
        first + index + 1,
        words.move[round[own]],
        theirName(),
        words.move[round[their]],
        round.points[own],
        round.points[their],
      );
      return element(
        'li',
        {},
        sign(round[own], own),
        sign(round[their], their),
        element('span', { className: 'parlor-spoken', textContent: summary }),
      );
    }),
  );
}

/** Both seats' cards: the picked or sealed move, or the one revealed last. */
function drawArena() {
  const last = game.played.at(-1);
  if (showsPick()) {
    drawCard('own', 'picked', picked, words.pick, words.move[picked]);
    drawTheirs();
  } else if (showsSeal()) {
    const move = sealed.round === game.round ? sealed.move : null;
    drawCard('own', 'sealed', move, words.sealed, words.move[move]);
    drawTheirs();
  } else if (last) {
    for (const [side, seat] of [
      ['own', context.role],
      ['their', otherSeat()],
    ]) {
      drawCard(side, 'open', last[seat], words.move[last[seat]], words.points(last.points[seat]));
    }
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

/** Whether this seat has sealed its move. A replay has no questions, so there the commitment decides. */
const isSealed = () => !ask && game.end === null && (game.committed[context.role] || sealed.round === game.round);
const showsSeal = () => isSealed() && !reveal.held;
const showsPick = () => ask !== null && picked !== null && !reveal.held;

function drawCard(side, kind, move, caption, strong = '') {
  const card = byId(`${side}-card`);
  card.dataset.kind = kind;
  card.dataset.seat = seatAt(side);
  const blank = element('span', { className: 'blank', textContent: '?', ariaHidden: 'true' });
  card.replaceChildren(
    move === null ? blank : sign(move),
    element('figcaption', {}, `${caption} `, element('b', { textContent: strong })),
  );
}

function drawVerdict() {
  byId('verdict').replaceChildren(
    ...verdictParts().map(([text, strong]) => (strong ? element('strong', { textContent: text }) : text)),
  );
}

/** The text under the moves as pieces `[text, isStrong]`. */
function verdictParts() {
  if (game.end !== null) {
    const { headline, detail } = endOf({ seat: context.role, end: game.end }, context.locale, context.names);
    return [[headline, true], [` ${detail || words.score(game.totals[context.role], game.totals[otherSeat()])}`]];
  }
  if (showsSeal()) return [[words.wait[0], true], [words.wait[1]]];
  const last = game.played.at(-1);
  const story = last ? words.story[`${last[context.role]} ${last[otherSeat()]}`](theirName()) : '';
  return [[story], [ask ? words.choose : '', true]];
}

/** Two radio buttons; arrows move, Enter and Space pick. */
function drawMoves() {
  const group = byId('moves');
  if (group.children.length === 0) group.append(...MOVES.map(moveButton));
  const at = focused();
  [...group.children].forEach((button, index) => {
    const move = MOVES[index];
    const payoffs = payoffsOf(move);
    button.querySelector('small').textContent = payoffs;
    button.setAttribute('aria-label', words.choice(words.move[move], payoffs));
    button.setAttribute('aria-checked', String(ask !== null && move === picked));
    button.setAttribute('aria-disabled', String(!isLegal(move)));
    button.tabIndex = index === (at ?? Math.max(0, MOVES.indexOf(picked))) ? 0 : -1;
  });
}

function payoffsOf(move) {
  const { temptation, reward, punishment, sucker } = game;
  return move === 'cooperate' ? words.payoffs[move](reward, sucker) : words.payoffs[move](punishment, temptation);
}

function moveButton(move) {
  const key = element('kbd', { textContent: MOVES.indexOf(move) + 1 });
  const label = element('span', {}, key, ` ${words.move[move]}`, element('small'));
  const button = element('button', { type: 'button' }, sign(move), label);
  button.setAttribute('role', 'radio');
  button.addEventListener('click', () => pick(move, button));
  return button;
}

const isLegal = (move) => ask?.choices.some(({ value }) => value === move) ?? false;

function pick(move, button) {
  if (isLegal(move)) choose(move);
  else if (game) explain(isSealed() ? words.alreadySealed : whyWait(game.end !== null, context.locale), button);
}

/** The index of the button with the keyboard focus, or null. */
function focused() {
  const at = [...byId('moves').children].indexOf(document.activeElement);
  return at < 0 ? null : at;
}

document.addEventListener('keydown', (event) => {
  const key = keyOf(event);
  if (!game || key === null) return;
  const from = focused() ?? Math.max(0, MOVES.indexOf(picked));
  if (/^Arrow/.test(key)) byId('moves').children[1 - from].focus();
  else if (/^[12]$/.test(key)) pick(MOVES[Number(key) - 1], byId('moves').children[Number(key) - 1]);
  else if (/^[0-9]$/.test(key)) explain(words.numbers, byId('moves').children[0]);
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
